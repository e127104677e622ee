(* Section 4.11: the other labels of the pattern are not known. *)
fun f {a, ...} = a + 1 (* ERROR *)
