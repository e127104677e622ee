(* The structure Posix. *)

signature POSIX = sig
  (** Errors. *)
  structure Error : POSIX_ERROR
  (** Signals. *)
  structure Signal : POSIX_SIGNAL
  (** Processes. *)
  structure Process : POSIX_PROCESS
  (** Who and where this process is. *)
  structure ProcEnv : POSIX_PROC_ENV
  (** Files. *)
  structure FileSys : POSIX_FILE_SYS
  (** Reading and writing. *)
  structure IO : POSIX_IO
  sharing type Process.signal = Signal.signal
  sharing type Process.pid = ProcEnv.pid = IO.pid
  sharing type ProcEnv.uid = FileSys.uid
  sharing type ProcEnv.gid = FileSys.gid
  sharing type ProcEnv.file_desc = FileSys.file_desc = IO.file_desc
end

structure Posix :> POSIX
  where type Error.syserror = OS.syserror
  where type Signal.signal = PosixSignal.signal
  where type Process.exit_status = PosixProcess.exit_status
  where type FileSys.dirstream = OS.FileSys.dirstream
  where type FileSys.access_mode = OS.FileSys.access_mode
= struct
  structure Error = PosixError
  structure Signal = PosixSignal
  structure Process = PosixProcess
  structure ProcEnv = PosixProcEnv
  structure FileSys = PosixFileSys
  structure IO = PosixIO
end
