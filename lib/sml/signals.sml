(* Signals as SML/NJ has them. *)

signature SIGNALS = sig
  (** Signals. *)
  type signal
  (** What a signal does: nothing, what it does to other processes, or call a function with its
      number of times and the continuation of the first thread, which gives the one to go on with. *)
  datatype sig_action =
    IGNORE
  | DEFAULT
  | HANDLER of signal * int * unit SMLofNJ.Cont.cont -> unit SMLofNJ.Cont.cont
  (** Sets of signals. *)
  datatype sigmask = MASKALL | MASK of signal list

  (** All signals. *)
  val listSignals : unit -> signal list
  (** [toString s] is the name of a signal, such as `INT`. *)
  val toString : signal -> string
  (** [fromString name] is the signal of a name. *)
  val fromString : string -> signal option
  (** [setHandler (s, a)] sets what [s] does, unless it is ignored, and is what it did. *)
  val setHandler : signal * sig_action -> sig_action
  (** [overrideHandler (s, a)] is [setHandler], also of a signal that is ignored. *)
  val overrideHandler : signal * sig_action -> sig_action
  (** [inqHandler s] is what a signal does. *)
  val inqHandler : signal -> sig_action
  (** [maskSignals m] keeps signals waiting. *)
  val maskSignals : sigmask -> unit
  (** [unmaskSignals m] lets signals in again. *)
  val unmaskSignals : sigmask -> unit
  (** [masked ()] are the signals that are kept waiting. *)
  val masked : unit -> sigmask
  (** [pause ()] waits for a signal. *)
  val pause : unit -> unit
  (** The signal SIGINT. *)
  val sigINT : signal
  (** The signal SIGALRM. *)
  val sigALRM : signal
  (** The signal SIGTERM. *)
  val sigTERM : signal
end

signature UNIX_SIGNALS = sig
  include SIGNALS
  (** The signal SIGHUP. *)
  val sigHUP : signal
  (** The signal SIGQUIT. *)
  val sigQUIT : signal
  (** The signal SIGPIPE. *)
  val sigPIPE : signal
  (** The signal SIGUSR1. *)
  val sigUSR1 : signal
  (** The signal SIGUSR2. *)
  val sigUSR2 : signal
  (** The signal SIGCHLD. *)
  val sigCHLD : signal
  (** The signal SIGWINCH. *)
  val sigWINCH : signal
  (** The signal SIGURG. *)
  val sigURG : signal
  (** The signal SIGPOLL. *)
  val sigPOLL : signal
  (** The signal SIGCONT. *)
  val sigCONT : signal
  (** The signal SIGTSTP. *)
  val sigTSTP : signal
  (** The signal SIGTTIN. *)
  val sigTTIN : signal
  (** The signal SIGTTOU. *)
  val sigTTOU : signal
  (** The signal SIGVTALRM. *)
  val sigVTALRM : signal
end

structure UnixSignals :> UNIX_SIGNALS = struct
  datatype signal = Signal of int
  datatype sig_action =
    IGNORE
  | DEFAULT
  | HANDLER of signal * int * unit SMLofNJ.Cont.cont -> unit SMLofNJ.Cont.cont
  datatype sigmask = MASKALL | MASK of signal list

  val sigHUP = Signal 1
  val sigINT = Signal 2
  val sigQUIT = Signal 3
  val sigUSR1 = Signal 10
  val sigUSR2 = Signal 12
  val sigPIPE = Signal 13
  val sigALRM = Signal 14
  val sigTERM = Signal 15
  val sigCHLD = Signal 17
  val sigCONT = Signal 18
  val sigTSTP = Signal 20
  val sigTTIN = Signal 21
  val sigTTOU = Signal 22
  val sigURG = Signal 23
  val sigVTALRM = Signal 26
  val sigWINCH = Signal 28
  val sigPOLL = Signal 29

  local
    val names =
      [(sigHUP, "HUP"), (sigINT, "INT"), (sigQUIT, "QUIT"), (sigUSR1, "USR1"), (sigUSR2, "USR2"),
       (sigPIPE, "PIPE"), (sigALRM, "ALRM"), (sigTERM, "TERM"), (sigCHLD, "CHLD"),
       (sigCONT, "CONT"), (sigTSTP, "TSTP"), (sigTTIN, "TTIN"), (sigTTOU, "TTOU"),
       (sigURG, "URG"), (sigVTALRM, "VTALRM"), (sigWINCH, "WINCH"), (sigPOLL, "POLL")]

    (* The handlers, by which a program gets back what it has set. *)
    val handlers = Array.array (32, DEFAULT)

    fun action IGNORE _ = SignalBase.Ignore
      | action DEFAULT _ = SignalBase.Default
      | action (HANDLER f) s = SignalBase.Disturb (fn k => f (s, 1, k))

    fun bits MASKALL = SignalBase.bits SignalBase.all
      | bits (MASK l) = SignalBase.bits (List.map (fn Signal n => n) l)
  in
    fun listSignals () = List.map #1 names
    fun toString s = case List.find (fn (t, _) => t = s) names of SOME (_, name) => name | NONE => ""
    fun fromString name = Option.map #1 (List.find (fn (_, other) => other = name) names)

    fun inqHandler (Signal n) =
      case SignalBase.get n of
        SignalBase.Ignore => IGNORE
      | SignalBase.Default => DEFAULT
      | SignalBase.Begin f => HANDLER (fn (_, _, k) => (f (); k))
      | SignalBase.Disturb _ => Array.sub (handlers, n)

    fun overrideHandler (s as Signal n, new) =
      let val old = inqHandler s in
        Array.update (handlers, n, new);
        SignalBase.set (n, action new s);
        old
      end

    fun setHandler (s, new) =
      case inqHandler s of
        IGNORE => IGNORE
      | _ => overrideHandler (s, new)

    fun maskSignals m = ignore (SignalBase.block (0, bits m))
    fun unmaskSignals m = ignore (SignalBase.block (1, bits m))

    fun masked () =
      let val set = SignalBase.block (0, 0) in
        case List.filter (fn Signal n => SignalBase.isMember (set, n)) (listSignals ()) of
          l => if List.length l = List.length names then MASKALL else MASK l
      end

    fun pause () = SignalBase.pause ()
  end
end

structure Signals : SIGNALS = UnixSignals
