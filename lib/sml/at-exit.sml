(* Actions at the end of a program. *)

structure AtExit = struct
  local
    val actions : (unit -> unit) list ref = ref []
    val ending = ref false
    val streams : (int * (unit -> unit)) list ref = ref []
    val count = ref 0

    fun flushAll () =
      case !streams of
        [] => ()
      | (_, flush) :: rest => (streams := rest; flush () handle _ => (); flushAll ())
  in
    (* Registers an action that flushes a stream at the end; gives a function that removes it. *)
    fun flush action =
      let
        val number = !count
        val () = (count := number + 1; streams := (number, action) :: !streams)
      in
        fn () => streams := List.filter (fn (n, _) => n <> number) (!streams)
      end

    (* Registers an action; later ones are run first. *)
    fun add action = if !ending then () else actions := action :: !actions

    (* Runs the actions. One that raises does not keep the others from running, and one that
       ends the program leaves the rest to that end. *)
    fun run () =
      case !actions of
        [] => flushAll ()
      | action :: rest =>
          (ending := true; actions := rest; action () handle _ => (); run ())
  end
end
