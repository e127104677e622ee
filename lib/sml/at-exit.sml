(* Actions at the end of a program. *)

structure AtExit = struct
  local
    val actions : (unit -> unit) list ref = ref []
    val ending = ref false
    val streams : (int * (unit -> unit)) list ref = ref []
    val count = ref 0

    (* No other thread runs any more, and so none keeps a stream. *)
    fun flushAll () = (Waiting.sections := !Waiting.sections + 1; flushEach ())
    and flushEach () =
      case !streams of
        [] => ()
      | (_, flush) :: rest => (streams := rest; flush () handle _ => (); flushEach ())
    (* True if the program hears of signals. *)
    val hears = ref false
    val callTurn = _prim "preempt.by" : (unit -> unit) -> bool
  in
    (* From now on the program hears of signals by a function, which is called between two of its
       steps, and perhaps at other times. *)
    fun hear f = (hears := true; callTurn f)

    (* Runs the actions. One that raises does not keep the others from running, and one that
       ends the program leaves the rest to that end. *)
    fun run () =
      case !actions of
        [] => flushAll ()
      | action :: rest =>
          (ending := true; actions := rest; action () handle _ => (); run ())

    (* True while the program looks for a signal, which another look does not disturb. *)
    val looks = ref false

    (* SIGINT does what is to be done at the end; the runtime sees to the end itself. *)
    fun interrupted () =
      if !looks then ()
      else
        let
          val exit = _prim "exit" : int -> unit
          val () = looks := true
          val found = System.number ("signal.take", "", "", 0, 0)
        in
          looks := false;
          if found = 0 then () else (run (); exit 130)
        end

    fun prepare () = if !hears then () else ignore (hear interrupted)

    (* Registers an action that flushes a stream at the end; gives a function that removes it. *)
    fun flush action =
      let
        val () = prepare ()
        val number = !count
        val () = (count := number + 1; streams := (number, action) :: !streams)
      in
        fn () => streams := List.filter (fn (n, _) => n <> number) (!streams)
      end

    (* Registers an action; later ones are run first. *)
    fun add action =
      (prepare (); if !ending then () else actions := action :: !actions)
  end
end
