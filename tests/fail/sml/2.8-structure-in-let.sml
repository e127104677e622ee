(* Section 2.8, 3.4: a structure cannot be declared in a let expression. *)
val a = let structure S = struct val x = 1 end in S.x end (* ERROR structure *)
