(* Running Concurrent ML: its threads, and what is done before them and after them. *)

signature RUN_CML = sig
  datatype when = AtInit | AtInitFn | AtShutdown | AtExit

  exception NotRunning
  exception Unlog

  (* The status is success if the first thread has ended, and not by an exception; [quantum] is
     the length of a turn. *)
  (** [doit (f, quantum)] runs [f] as a thread until `shutdown` or until nothing can run. *)
  val doit : (unit -> unit) * Time.time option -> OS.Process.status
  (** Whether `doit` runs. *)
  val isRunning : unit -> bool
  (** Ends all threads that `doit` has started, which gives the status. *)
  val shutdown : OS.Process.status -> 'a

  (** All times at which something may be done. *)
  val atAll : when list
  (** Has a function called at some times; gives what the name meant before. *)
  val addCleaner : string * when list * (when -> unit) -> (when list * (when -> unit)) option
  (** Forgets the function of a name, and gives it. *)
  val removeCleaner : string -> (when list * (when -> unit)) option
  (** Has a channel emptied whenever `doit` begins. *)
  val logChannel : string * 'a CML.chan -> unit
  (** Takes a channel back from `logChannel`; raises `Unlog` if it is not there. *)
  val unlogChannel : string -> unit
  (** Has a mailbox emptied whenever `doit` begins. *)
  val logMailbox : string * 'a Mailbox.mbox -> unit
  (** Takes a mailbox back from `logMailbox`; raises `Unlog` if it is not there. *)
  val unlogMailbox : string -> unit
  (** Has one function called when `doit` begins and another one when it ends. *)
  val logServer : string * (unit -> unit) * (unit -> unit) -> unit
  (** Takes a server back from `logServer`; raises `Unlog` if it is not there. *)
  val unlogServer : string -> unit
  (** Takes back all channels, mailboxes and servers. *)
  val unlogAll : unit -> unit
end

structure RunCML :> RUN_CML = struct
  exception NotRunning = Event.NotRunning
  exception Unlog

  datatype when = AtInit | AtInitFn | AtShutdown | AtExit

  local
    val enter = Scheduler.enter
    val leave = Scheduler.leave

    (* By name, newest first. *)
    val cleaners : (string * (when list * (when -> unit))) list ref = ref []
    val channels : (string * (unit -> unit)) list ref = ref []
    val mailboxes : (string * (unit -> unit)) list ref = ref []
    val servers : (string * ((unit -> unit) * (unit -> unit))) list ref = ref []

    fun without name = List.filter (fn (other, _) => other <> name)

    fun log (table, name, x) = table := (name, x) :: without name (!table)

    fun unlog table name =
      if List.exists (fn (other, _) => other = name) (!table) then table := without name (!table)
      else raise Unlog

    (* The oldest first at the beginning, the newest first at the end. *)
    fun clean (time, table) =
      List.app
        (fn (_, (times, f)) => if List.exists (fn t => t = time) times then f time else ())
        table

    fun atBeginning () =
      (List.app (fn (_, reset) => reset ()) (!channels @ !mailboxes);
       clean (AtInit, List.rev (!cleaners));
       List.app (fn (_, (start, _)) => start ()) (List.rev (!servers)))

    fun atEnd () =
      (List.app (fn (_, (_, stop)) => stop ()) (!servers);
       clean (AtShutdown, !cleaners))

    (* What ends the run, in a critical section. *)
    val return : (OS.Process.status -> unit) ref = ref ignore
  in
    val atAll = [AtInit, AtInitFn, AtShutdown, AtExit]

    fun removeCleaner name =
      case List.find (fn (other, _) => other = name) (!cleaners) of
        NONE => NONE
      | SOME (_, old) => (cleaners := without name (!cleaners); SOME old)

    fun addCleaner (name, times, f) =
      let val old = removeCleaner name in
        cleaners := (name, (times, f)) :: !cleaners;
        old
      end

    fun inSection reset () = (enter (); reset (); leave ())

    fun logChannel (name, c) = log (channels, name, inSection (fn () => Channel.reset c))
    val unlogChannel = unlog channels
    fun logMailbox (name, m) = log (mailboxes, name, inSection (fn () => Mailboxes.reset m))
    val unlogMailbox = unlog mailboxes
    fun logServer (name, start, stop) = log (servers, name, (start, stop))
    val unlogServer = unlog servers
    fun unlogAll () = (channels := []; mailboxes := []; servers := [])

    fun isRunning () = !Event.running

    fun shutdown status =
      if isRunning () then
        (atEnd ();
         enter ();
         !return status;
         CML.exit ())
      else raise NotRunning

    (* A quantum is a millisecond at least. *)
    fun doit (f, quantum) =
      let
        val () = if isRunning () then raise Fail "RunCML.doit: it runs already" else ()
        val failed = ref false
        val caller = Scheduler.self ()
        val ending = ref false
        fun first () = (atBeginning (); f ()) handle e => (failed := true; raise e)
        val whenStuck = !Scheduler.stuck
        val whenDone = !Scheduler.done
        val () = (Scheduler.begin (); enter ())
        fun nanoseconds q = TimeBase.nanos q handle Overflow => valOf Int.maxInt
        val usual =
          Option.map (fn q => Scheduler.setQuantum (System.max (nanoseconds q, 1000000))) quantum
        val t = Scheduler.spawn ("", first)

        (* When nothing can run, what is to be done at the end runs as a thread; if that cannot go
           on either, the run ends without it. *)
        fun stuck () =
          let
            val status =
              if Scheduler.hasEnded t andalso not (!failed) then OS.Process.success
              else OS.Process.failure
          in
            if !ending then !return status
            else
              (ending := true;
               if Scheduler.hasEnded t then () else Scheduler.reportDeadlock ();
               ignore (Scheduler.spawn ("", fn () => (atEnd (); enter (); !return status))))
          end

        fun clean () =
          (enter ();
           Scheduler.givenUp := (fn () => ());
           Event.running := false;
           Event.runs := !Event.runs + 1;
           Scheduler.stuck := whenStuck;
           Scheduler.done := whenDone;
           Option.app (ignore o Scheduler.setQuantum) usual;
           Scheduler.forget (fn other => Scheduler.id other >= Scheduler.id t);
           leave ())

        (* In a critical section, which ends: the status at the end. The caller may be disturbed
           before that, and may leave by an exception. *)
        fun wait ended =
          (case !ended of
             SOME _ => leave ()
           | NONE =>
               (Continuation.callcc
                  (fn k =>
                     let
                       val waits = ref true
                       fun once f = if !waits then (waits := false; f ()) else ()
                     in
                       Scheduler.waitsFor "RunCML.doit";
                       Scheduler.mayWake (fn () => once (fn () => Scheduler.ready (caller, k)));
                       return :=
                         (fn status =>
                            (ended := SOME status;
                             once (fn () => Scheduler.switch (caller, k, ()))));
                       Scheduler.dispatch ()
                     end);
                Scheduler.perform ());
           case !ended of
             SOME status => status
           | NONE => (enter (); wait ended))

        val () =
          (Event.running := true;
           Scheduler.givenUp := clean;
           Scheduler.stuck := stuck;
           Scheduler.done := (fn () => Scheduler.hasEnded t))
        val status = wait (ref NONE) handle e => (clean (); raise e)
      in
        clean ();
        status
      end
  end
end
