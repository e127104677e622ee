(* Processes as POSIX has them. *)

signature POSIX_SIGNAL = sig
  (** Signals. *)
  eqtype signal
  (** [toWord s] is the number of a signal. *)
  val toWord : signal -> word
  (** [fromWord w] is the signal of a number. *)
  val fromWord : word -> signal
  (** The signal SIGABRT. *)
  val abrt : signal
  (** The signal SIGALRM. *)
  val alrm : signal
  (** The signal SIGBUS. *)
  val bus : signal
  (** The signal SIGFPE. *)
  val fpe : signal
  (** The signal SIGHUP. *)
  val hup : signal
  (** The signal SIGILL. *)
  val ill : signal
  (** The signal SIGINT. *)
  val int : signal
  (** The signal SIGKILL. *)
  val kill : signal
  (** The signal SIGPIPE. *)
  val pipe : signal
  (** The signal SIGQUIT. *)
  val quit : signal
  (** The signal SIGSEGV. *)
  val segv : signal
  (** The signal SIGTERM. *)
  val term : signal
  (** The signal SIGUSR1. *)
  val usr1 : signal
  (** The signal SIGUSR2. *)
  val usr2 : signal
  (** The signal SIGCHLD. *)
  val chld : signal
  (** The signal SIGCONT. *)
  val cont : signal
  (** The signal SIGSTOP. *)
  val stop : signal
  (** The signal SIGTSTP. *)
  val tstp : signal
  (** The signal SIGTTIN. *)
  val ttin : signal
  (** The signal SIGTTOU. *)
  val ttou : signal
end

structure PosixSignal : POSIX_SIGNAL = struct
  datatype signal = Signal of word
  fun toWord (Signal w) = w
  fun fromWord w = Signal w
  val abrt = Signal 0w6
  val alrm = Signal 0w14
  val bus = Signal 0w7
  val fpe = Signal 0w8
  val hup = Signal 0w1
  val ill = Signal 0w4
  val int = Signal 0w2
  val kill = Signal 0w9
  val pipe = Signal 0w13
  val quit = Signal 0w3
  val segv = Signal 0w11
  val term = Signal 0w15
  val usr1 = Signal 0w10
  val usr2 = Signal 0w12
  val chld = Signal 0w17
  val cont = Signal 0w18
  val stop = Signal 0w19
  val tstp = Signal 0w20
  val ttin = Signal 0w21
  val ttou = Signal 0w22
end

signature POSIX_PROCESS = sig
  (** Signals. *)
  eqtype signal
  (** Processes. *)
  eqtype pid

  (** [wordToPid w] is the process of a number. *)
  val wordToPid : word -> pid
  (** [pidToWord p] is the number of a process. *)
  val pidToWord : pid -> word
  (** [fork ()] makes another process of this one: NONE in that, SOME of it in this. *)
  val fork : unit -> pid option
  (** [exec (p, args)] goes on as another program; [args] begins with its name for itself. *)
  val exec : string * string list -> 'a
  (** [exece (p, args, env)] is [exec] with another environment. *)
  val exece : string * string list * string list -> 'a
  (** [execp (p, args)] is [exec], with the program looked for in PATH. *)
  val execp : string * string list -> 'a

  (** Which processes to wait for. *)
  datatype waitpid_arg = W_ANY_CHILD | W_CHILD of pid | W_SAME_GROUP | W_GROUP of pid
  (** How a process ended. *)
  datatype exit_status =
    W_EXITED
  | W_EXITSTATUS of Word8.word
  | W_SIGNALED of signal
  | W_STOPPED of signal
  (** [fromStatus st] is how a process ended. *)
  val fromStatus : OS.Process.status -> exit_status

  structure W : sig
    include BIT_FLAGS
    (** Also wait for processes that are stopped. *)
    val untraced : flags
  end

  (** [wait ()] waits for a process to end. *)
  val wait : unit -> pid * exit_status
  (** [waitpid (which, flags)] waits for one of these processes to end. *)
  val waitpid : waitpid_arg * W.flags list -> pid * exit_status
  (** [waitpid_nh (which, flags)] is [waitpid], or NONE if none has ended. *)
  val waitpid_nh : waitpid_arg * W.flags list -> (pid * exit_status) option
  (** [exit n] ends this process at once. *)
  val exit : Word8.word -> 'a

  (** Which processes get a signal. *)
  datatype killpid_arg = K_PROC of pid | K_SAME_GROUP | K_GROUP of pid
  (** [kill (which, s)] sends a signal. *)
  val kill : killpid_arg * signal -> unit
  (** [alarm t] has SIGALRM sent after [t], never for zero; what was left of the last one. *)
  val alarm : Time.time -> Time.time
  (** [pause ()] waits for a signal. *)
  val pause : unit -> unit
  (** [sleep t] waits; what is left of it. *)
  val sleep : Time.time -> Time.time
end

structure PosixProcess = struct
  type signal = PosixSignal.signal
  type pid = int

  datatype waitpid_arg = W_ANY_CHILD | W_CHILD of pid | W_SAME_GROUP | W_GROUP of pid
  datatype exit_status =
    W_EXITED
  | W_EXITSTATUS of word8
  | W_SIGNALED of signal
  | W_STOPPED of signal
  datatype killpid_arg = K_PROC of pid | K_SAME_GROUP | K_GROUP of pid

  structure W = struct
    open Flags
    val untraced = 0w2
    val all = 0w2
  end

  local
    val toWord = _prim "copy" : int -> word
    val toInt = _prim "copy" : word -> int
    val byte = _prim "trunc.i64.i8" : int -> word8
    val ofByte = _prim "zext.i8.i64" : word8 -> int
    val end' = _prim "exit" : int -> 'a
    fun go (p, args, env, search, withEnv) =
      let
        (* A program without a folder is one of this folder, unless it is looked for. *)
        val words = System.list (p :: args)
      in
        System.run ("exec", words, System.list env, search, withEnv);
        raise Fail "exec"
      end
    fun which W_ANY_CHILD = ~1
      | which (W_CHILD p) = p
      | which W_SAME_GROUP = 0
      | which (W_GROUP p) = ~ p
  in
    fun wordToPid w = toInt w
    fun pidToWord p = toWord p
    fun fork () =
      Waiting.undisturbed
        (fn () =>
           case System.number ("fork", "", "", 0, 0) of
             0 => (!Waiting.forked (); NONE)
           | p => SOME p)
    fun exec (p, args) = go (p, args, [], 0, 0)
    fun exece (p, args, env) = go (p, args, env, 0, 1)
    fun execp (p, args) = go (p, args, [], 1, 0)

    fun fromStatus (st : OS.Process.status) =
      let
        val st = let val int = _prim "cast" : OS.Process.status -> int in int st end
        val low = st mod 128
        val code = st div 256 mod 256
      in
        if low = 0 then if code = 0 then W_EXITED else W_EXITSTATUS (byte code)
        else if low = 127 then W_STOPPED (PosixSignal.fromWord (toWord code))
        else W_SIGNALED (PosixSignal.fromWord (toWord low))
      end

    local
      fun await (arg, flags, extra) =
        let
          val options = toInt (W.flags (extra :: flags))
          val (p, s) = Waiting.child (which arg, options)
          val status = let val status = _prim "cast" : int -> OS.Process.status in status (System.packed (s, 0)) end
        in
          (p, fromStatus status)
        end
    in
      fun waitpid (arg, flags) = await (arg, flags, 0w0)
      fun waitpid_nh (arg, flags) =
        case await (arg, flags, 0w1) of (0, _) => NONE | found => SOME found
      fun wait () = waitpid (W_ANY_CHILD, [])
    end

    fun exit w = end' (ofByte w)
    fun kill (arg, s) =
      let val p = case arg of K_PROC p => p | K_SAME_GROUP => 0 | K_GROUP p => ~ p
      in System.run ("kill", "", "", p, toInt (PosixSignal.toWord s)) end
    fun alarm t =
      TimeBase.ofNanos
        (System.number ("setitimer", System.pack [0, TimeBase.nanos t], "", 0, 0))
    fun pause () = SignalBase.pause ()
    fun sleep t = (OS.Process.sleep t; Time.zeroTime)
  end
end

signature POSIX_PROC_ENV = sig
  (** Processes. *)
  eqtype pid
  (** Users. *)
  eqtype uid
  (** Groups. *)
  eqtype gid
  (** Open files. *)
  eqtype file_desc

  (** [uidToWord x] is the number of [x]. *)
  val uidToWord : uid -> word
  (** [wordToUid w] is that of a number. *)
  val wordToUid : word -> uid
  (** [gidToWord x] is the number of [x]. *)
  val gidToWord : gid -> word
  (** [wordToGid w] is that of a number. *)
  val wordToGid : word -> gid
  (** [getpid ()] is this process. *)
  val getpid : unit -> pid
  (** [getppid ()] is the process that started this one. *)
  val getppid : unit -> pid
  (** [getuid ()] is the user of this process. *)
  val getuid : unit -> uid
  (** [geteuid ()] is the user whose rights this process has. *)
  val geteuid : unit -> uid
  (** [getgid ()] is the group of this process. *)
  val getgid : unit -> gid
  (** [getegid ()] is the group whose rights this process has. *)
  val getegid : unit -> gid
  (** [environ ()] is the environment, as NAME=VALUE. *)
  val environ : unit -> string list
  (** [getenv name] is the value of an environment variable, or NONE. *)
  val getenv : string -> string option
  (** [isatty fd] tells whether a descriptor is a terminal. *)
  val isatty : file_desc -> bool
  (** [time ()] is the time. *)
  val time : unit -> Time.time
  (** [times ()] is the time, and that of the processor for this process and its children. *)
  val times : unit
    -> {elapsed : Time.time, utime : Time.time, stime : Time.time, cutime : Time.time,
        cstime : Time.time}
end

structure PosixProcEnv = struct
  type pid = int
  type uid = int
  type gid = int
  type file_desc = int

  local
    val toWord = _prim "copy" : int -> word
    val toInt = _prim "copy" : word -> int
    fun ask name = System.number (name, "", "", 0, 0)
  in
    fun uidToWord u = toWord u
    fun wordToUid w = toInt w
    fun gidToWord g = toWord g
    fun wordToGid w = toInt w
    fun getpid () = ask "getpid"
    fun getppid () = ask "getppid"
    fun getuid () = ask "getuid"
    fun geteuid () = ask "geteuid"
    fun getgid () = ask "getgid"
    fun getegid () = ask "getegid"
    fun environ () = System.strings (System.text ("environ", "", "", 0, 0))
    val getenv = OS.Process.getEnv
    fun isatty fd = System.number ("isatty", "", "", fd, 0) = 1
    val time = Time.now
    fun times () =
      let
        val s = System.text ("rusage", "", "", 0, 0)
        fun part i = TimeBase.ofNanos (System.packed (s, i))
      in
        {elapsed = Time.now (), utime = part 0, stime = part 1, cutime = part 2, cstime = part 3}
      end
  end
end
