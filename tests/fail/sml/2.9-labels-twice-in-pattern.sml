(* Section 2.9: a label twice in a record pattern. *)
fun f {x = a, x = b} = a + b (* ERROR x *)
