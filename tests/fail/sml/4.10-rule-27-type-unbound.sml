(* Rules 27 and 46, section 4.10: unbound type; a similar one is suggested. *)
type t = strng list (* ERROR strng *)
val x : itn = 3 (* ERROR itn *)
