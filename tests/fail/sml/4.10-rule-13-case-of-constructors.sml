(* Rule 14, section 4.10: constructors of two datatypes in one case. *)
datatype a = A1 | A2
datatype b = B1 | B2
fun f A1 = 1
  | f B1 = 2 (* ERROR b *)
