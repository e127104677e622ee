(* Section 2.9: a variable twice in one val declaration. *)
val a = 1 and a = 2 (* ERROR a *)
