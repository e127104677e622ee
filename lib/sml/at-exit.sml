(* What is done at the end of a program. *)

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
    (* Has what waits for a stream written at the end; gives what makes this unnecessary. *)
    fun flush action =
      let
        val number = !count
        val () = (count := number + 1; streams := (number, action) :: !streams)
      in
        fn () => streams := List.filter (fn (n, _) => n <> number) (!streams)
      end

    (* Has an action done; those that come later are done first. *)
    fun add action = if !ending then () else actions := action :: !actions

    (* Does them. One that raises does not keep others from being done, and one that ends the
       program leaves the others to the new end. *)
    fun run () =
      case !actions of
        [] => flushAll ()
      | action :: rest =>
          (ending := true; actions := rest; action () handle _ => (); run ())
  end
end
