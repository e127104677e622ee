(* Section 5.5: the mismatch is deep inside; its path is told. *)
signature S = sig structure A : sig structure B : sig val x : int end end end
structure X : S = struct structure A = struct structure B = struct val x = true end end end (* ERROR A.B.x *)
