(* Rule 2, section 4.10: unbound structure in a long name. *)
val a = Lst.length [1] (* ERROR Lst *)
