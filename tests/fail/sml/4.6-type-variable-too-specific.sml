(* Section 4.6: 'a promises any type, the body wants int. *)
fun inc (x : 'a) = x + 1 (* ERROR 'a *)
