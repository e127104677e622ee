(* Rule 41, section 4.10: the constructor takes no argument. *)
datatype t = A | B of int
fun f (A x) = x | f (B n) = n (* ERROR A *)
