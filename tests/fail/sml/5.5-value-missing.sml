(* Section 5.5: the structure lacks a value of the signature. *)
signature S = sig val x : int val y : int end
structure A : S = struct val x = 1 end (* ERROR y *)
