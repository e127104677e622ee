(* Section 5.5: an exception is specified, a value is given. *)
signature S = sig exception E end
structure X : S = struct val E = Fail "x" end (* ERROR E *)
