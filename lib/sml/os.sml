(* The operating system. *)

signature OS = sig
  (** Files and folders. *)
  structure FileSys : OS_FILE_SYS
  (** Descriptors. *)
  structure IO : OS_IO
  (** Paths. *)
  structure Path : OS_PATH
  (** Processes. *)
  structure Process : OS_PROCESS

  (** The system's errors. *)
  eqtype syserror
  (** The system could not do what it was asked; a message, and the error if it is known. *)
  exception SysErr of string * syserror option
  (** [errorMsg e] is what [e] means, for a person. *)
  val errorMsg : syserror -> string
  (** [errorName e] is a name for [e]. *)
  val errorName : syserror -> string
  (** [syserror name] is the error of a name, or NONE. *)
  val syserror : string -> syserror option
end

structure OS :> OS
  where type syserror = System.syserror
  where type IO.iodesc = System.iodesc
  where type FileSys.file_id = OSFileSys.file_id
  where type FileSys.dirstream = OSFileSys.dirstream
  where type Process.status = OSProcess.status
= struct
  structure FileSys = OSFileSys
  structure IO = OSIO
  structure Path = OSPath
  structure Process = OSProcess

  type syserror = System.syserror
  exception SysErr = System.SysErr

  fun errorMsg (System.Error n) = System.text ("strerror", "", "", n, 0)
  fun errorName (System.Error n) =
    case System.text ("errname", "", "", n, 0) of
      "" => let val text = _prim "i64.to.str" : int * int -> string in "E" ^ text (n, 10) end
    | name => name
  fun syserror name =
    case System.number ("errno", name, "", 0, 0) of ~1 => NONE | n => SOME (System.Error n)
end
