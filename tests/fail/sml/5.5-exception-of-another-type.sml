(* Section 5.5: an exception has another argument. *)
signature S = sig exception E of int end
structure X : S = struct exception E of string end (* ERROR E *)
