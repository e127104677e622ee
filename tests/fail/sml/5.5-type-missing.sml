(* Section 5.5: the structure lacks a type of the signature. *)
signature S = sig type t val x : int end
structure A : S = struct val x = 1 end (* ERROR t *)
