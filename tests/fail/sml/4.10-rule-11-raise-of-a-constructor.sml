(* Rule 11, section 4.10: the exception's argument is missing. *)
exception Bad of int
fun f () = raise Bad (* ERROR *)
