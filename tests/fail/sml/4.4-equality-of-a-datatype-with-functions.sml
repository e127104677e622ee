(* Section 4.4: a datatype that holds functions admits no equality. *)
datatype t = A | F of int -> int
val a = A = F (fn x => x) (* ERROR equality *)
