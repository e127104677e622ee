(* Section 2.8: ... stands last in a record pattern. *)
fun f ({..., a} : {a : int, b : int}) = a (* ERROR ... *)
