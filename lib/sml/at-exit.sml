(* What is done at the end of a program. *)

structure AtExit = struct
  local
    val actions : (unit -> unit) list ref = ref []
    val ending = ref false
  in
    (* Has an action done; those that come later are done first. *)
    fun add action = if !ending then () else actions := action :: !actions

    (* Does them. One that raises does not keep others from being done, and one that ends the
       program leaves the others to the new end. *)
    fun run () =
      case !actions of
        [] => ()
      | action :: rest =>
          (ending := true; actions := rest; action () handle _ => (); run ())
  end
end
