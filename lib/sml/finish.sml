(* The end of a program. *)

val () = AtExit.run ()
