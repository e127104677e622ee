(* The errors of POSIX. *)

signature POSIX_ERROR = sig
  (** Errors. *)
  eqtype syserror

  (** [toWord e] is the number of [e]. *)
  val toWord : syserror -> word
  (** [fromWord w] is the error of a number. *)
  val fromWord : word -> syserror
  (** [errorMsg e] is what [e] means, for a person. *)
  val errorMsg : syserror -> string
  (** [errorName e] is a name for [e]. *)
  val errorName : syserror -> string
  (** [syserror name] is the error of a name, or NONE. *)
  val syserror : string -> syserror option
  (** The error of this name. *)
  val acces : syserror
  (** The error of this name. *)
  val again : syserror
  (** The error of this name. *)
  val badf : syserror
  (** The error of this name. *)
  val badmsg : syserror
  (** The error of this name. *)
  val busy : syserror
  (** The error of this name. *)
  val canceled : syserror
  (** The error of this name. *)
  val child : syserror
  (** The error of this name. *)
  val deadlk : syserror
  (** The error of this name. *)
  val dom : syserror
  (** The error of this name. *)
  val exist : syserror
  (** The error of this name. *)
  val fault : syserror
  (** The error of this name. *)
  val fbig : syserror
  (** The error of this name. *)
  val inprogress : syserror
  (** The error of this name. *)
  val intr : syserror
  (** The error of this name. *)
  val inval : syserror
  (** The error of this name. *)
  val io : syserror
  (** The error of this name. *)
  val isdir : syserror
  (** The error of this name. *)
  val loop : syserror
  (** The error of this name. *)
  val mfile : syserror
  (** The error of this name. *)
  val mlink : syserror
  (** The error of this name. *)
  val msgsize : syserror
  (** The error of this name. *)
  val nametoolong : syserror
  (** The error of this name. *)
  val nfile : syserror
  (** The error of this name. *)
  val nodev : syserror
  (** The error of this name. *)
  val noent : syserror
  (** The error of this name. *)
  val noexec : syserror
  (** The error of this name. *)
  val nolck : syserror
  (** The error of this name. *)
  val nomem : syserror
  (** The error of this name. *)
  val nospc : syserror
  (** The error of this name. *)
  val nosys : syserror
  (** The error of this name. *)
  val notdir : syserror
  (** The error of this name. *)
  val notempty : syserror
  (** The error of this name. *)
  val notsup : syserror
  (** The error of this name. *)
  val notty : syserror
  (** The error of this name. *)
  val nxio : syserror
  (** The error of this name. *)
  val perm : syserror
  (** The error of this name. *)
  val pipe : syserror
  (** The error of this name. *)
  val range : syserror
  (** The error of this name. *)
  val rofs : syserror
  (** The error of this name. *)
  val spipe : syserror
  (** The error of this name. *)
  val srch : syserror
  (** The error of this name. *)
  val toobig : syserror
  (** The error of this name. *)
  val xdev : syserror
end

structure PosixError : POSIX_ERROR = struct
  type syserror = System.syserror

  fun toWord (System.Error n) = let val word = _prim "copy" : int -> word in word n end
  fun fromWord w = let val int = _prim "copy" : word -> int in System.Error (int w) end
  val errorMsg = OS.errorMsg
  val errorName = OS.errorName
  val syserror = OS.syserror

  val acces = System.Error 13
  val again = System.Error 11
  val badf = System.Error 9
  val badmsg = System.Error 74
  val busy = System.Error 16
  val canceled = System.Error 125
  val child = System.Error 10
  val deadlk = System.Error 35
  val dom = System.Error 33
  val exist = System.Error 17
  val fault = System.Error 14
  val fbig = System.Error 27
  val inprogress = System.Error 115
  val intr = System.Error 4
  val inval = System.Error 22
  val io = System.Error 5
  val isdir = System.Error 21
  val loop = System.Error 40
  val mfile = System.Error 24
  val mlink = System.Error 31
  val msgsize = System.Error 90
  val nametoolong = System.Error 36
  val nfile = System.Error 23
  val nodev = System.Error 19
  val noent = System.Error 2
  val noexec = System.Error 8
  val nolck = System.Error 37
  val nomem = System.Error 12
  val nospc = System.Error 28
  val nosys = System.Error 38
  val notdir = System.Error 20
  val notempty = System.Error 39
  val notsup = System.Error 95
  val notty = System.Error 25
  val nxio = System.Error 6
  val perm = System.Error 1
  val pipe = System.Error 32
  val range = System.Error 34
  val rofs = System.Error 30
  val spipe = System.Error 29
  val srch = System.Error 3
  val toobig = System.Error 7
  val xdev = System.Error 18
end
