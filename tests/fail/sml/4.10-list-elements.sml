(* Rule 8, section 4.10 (lists): the elements have different types. *)
val a = [1, 2, "three"] (* ERROR string *)
