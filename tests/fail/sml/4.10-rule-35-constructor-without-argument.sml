(* Rule 35, section 4.10: the constructor takes an argument. *)
datatype t = A | B of int
fun f A = 0 | f B = 1 (* ERROR B *)
