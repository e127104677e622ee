(* Section 5.5: the structure lacks an exception of the signature. *)
signature S = sig exception E end
structure A : S = struct end (* ERROR E *)
