(* Tracing: messages that can be switched on and off by module, notices when watched threads end,
   and what is done with exceptions that threads do not handle. *)

signature TRACE_CML = sig
  type trace_module
  datatype trace_to =
    TraceToOut
  | TraceToErr
  | TraceToNull
  | TraceToFile of string
  | TraceToStream of TextIO.outstream

  exception NoSuchModule

  (** Says where traces go; standard error at first. *)
  val setTraceFile : trace_to -> unit
  (** The module that all others are below. *)
  val traceRoot : trace_module
  (** The module of a name below another; the one that is there already, if there is one. *)
  val traceModule : trace_module * string -> trace_module
  (** The whole name of a module, as `/net/tcp/`. *)
  val nameOf : trace_module -> string
  (** The module of a whole name; raises `NoSuchModule` if there is none. *)
  val moduleOf : string -> trace_module
  (** Switches a module on, and all that are below it. *)
  val traceOn : trace_module -> unit
  (** Switches a module off, and all that are below it. *)
  val traceOff : trace_module -> unit
  (** Switches a module on, and none of those below it. *)
  val traceOnly : trace_module -> unit
  (** Whether a module is switched on. *)
  val amTracing : trace_module -> bool
  (** A module and those below it, each with whether it is switched on. *)
  val status : trace_module -> (trace_module * bool) list
  (** Writes what a function gives if a module is switched on; otherwise it is not called. *)
  val trace : trace_module * (unit -> string list) -> unit
  (** The module of the notices about watched threads. *)
  val watcher : trace_module
  (** Has a notice written when a thread ends. *)
  val watch : string * CML.thread_id -> unit
  (** Takes a thread back from `watch`. *)
  val unwatch : CML.thread_id -> unit
  (** Says what is done with exceptions that no handler takes. *)
  val setUncaughtFn : (CML.thread_id * exn -> unit) -> unit
  (** Adds a handler; one that gives true has dealt with the exception. *)
  val setHandleFn : (CML.thread_id * exn -> bool) -> unit
  (** Removes the handlers, and reports exceptions as at first. *)
  val resetUncaughtFn : unit -> unit
end

structure TraceCML :> TRACE_CML = struct
  datatype trace_to =
    TraceToOut
  | TraceToErr
  | TraceToNull
  | TraceToFile of string
  | TraceToStream of TextIO.outstream

  exception NoSuchModule

  datatype trace_module = Module of
    {name : string, label : string, on : bool ref, below : trace_module list ref}

  local
    val enter = Scheduler.enter
    val leave = Scheduler.leave

    (* Where traces go, and the file that is to be closed when they go elsewhere. *)
    val output : TextIO.outstream option ref = ref (SOME TextIO.stdErr)
    val opened : TextIO.outstream option ref = ref NONE

    val watched : (CML.thread_id * bool ref) list ref = ref []

    val default = !Scheduler.uncaught
    val report = ref default
    val handlers : (CML.thread_id * exn -> bool) list ref = ref []

    (* What a handler itself raises counts as the thread's exception. *)
    fun uncaught (t, e) =
      let
        fun try [] = !report (t, e)
          | try (h :: rest) = if h (t, e) then () else try rest
      in
        try (!handlers) handle other => default (t, other)
      end
  in
    val watcher =
      Module {name = "/ThreadWatcher/", label = "ThreadWatcher", on = ref true, below = ref []}
    val traceRoot = Module {name = "/", label = "", on = ref false, below = ref [watcher]}

    fun nameOf (Module {name, ...}) = name
    fun amTracing (Module {on, ...}) = !on

    fun find (Module {below, ...}, label) =
      List.find (fn Module {label = other, ...} => other = label) (!below)

    fun traceModule (m as Module {name, below, on, ...}, label) =
      let
        val () = enter ()
        val found =
          case find (m, label) of
            SOME known => known
          | NONE =>
              let
                val new =
                  Module {name = name ^ label ^ "/", label = label, on = ref (!on), below = ref []}
              in
                below := new :: !below;
                new
              end
      in
        leave ();
        found
      end

    fun moduleOf name =
      let
        fun walk (m, []) = m
          | walk (m, label :: rest) =
              case find (m, label) of
                SOME next => walk (next, rest)
              | NONE => raise NoSuchModule
      in
        walk (traceRoot, String.tokens (fn c => c = #"/") name)
      end

    fun switch (state, Module {on, below, ...}) =
      (on := state; List.app (fn m => switch (state, m)) (!below))

    fun traceOn m = switch (true, m)
    fun traceOff m = switch (false, m)
    fun traceOnly (m as Module {on, ...}) = (switch (false, m); on := true)

    fun status m =
      let
        fun walk (m as Module {on, below, ...}, found) =
          List.foldl walk ((m, !on) :: found) (List.rev (!below))
      in
        List.rev (walk (m, []))
      end

    fun setTraceFile place =
      let
        val (stream, file) =
          case place of
            TraceToOut => (SOME TextIO.stdOut, NONE)
          | TraceToErr => (SOME TextIO.stdErr, NONE)
          | TraceToNull => (NONE, NONE)
          | TraceToFile name => let val f = TextIO.openOut name in (SOME f, SOME f) end
          | TraceToStream s => (SOME s, NONE)
        val old = !opened
      in
        output := stream;
        opened := file;
        Option.app TextIO.closeOut old
      end

    (* One call writes it all, so that traces of several threads do not mix. *)
    fun trace (m, f) =
      if amTracing m then
        case !output of
          NONE => ()
        | SOME stream => (TextIO.output (stream, String.concat (f ())); TextIO.flushOut stream)
      else ()

    fun unwatch t =
      (enter ();
       watched :=
         List.filter
           (fn (other, wanted) =>
              if CML.sameTid (t, other) then (wanted := false; false) else true)
           (!watched);
       leave ())

    fun watch (name, t) =
      let
        val wanted = ref true
        fun notice () =
          (CML.sync (CML.joinEvt t);
           if !wanted then
             (unwatch t;
              trace
                (watcher,
                 fn () => ["WARNING!  Watched thread ", name, CML.tidToString t, " has died.\n"]))
           else ())
      in
        enter ();
        watched := (t, wanted) :: !watched;
        leave ();
        ignore (CML.spawn notice)
      end

    fun setUncaughtFn f = (report := f; Scheduler.uncaught := uncaught)
    fun setHandleFn h = (handlers := h :: !handlers; Scheduler.uncaught := uncaught)
    fun resetUncaughtFn () = (report := default; handlers := []; Scheduler.uncaught := uncaught)
  end
end
