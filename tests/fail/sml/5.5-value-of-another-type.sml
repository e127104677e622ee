(* Section 5.5: a value has another type than the signature says. *)
signature S = sig val x : int end
structure A : S = struct val x = "one" end (* ERROR x *)
