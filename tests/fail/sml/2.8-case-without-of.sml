(* Section 2.8: case needs of. *)
val a = case 1 | 1 => 2 (* ERROR of *)
