(* Section 5.5: an eqtype must admit equality. *)
signature S = sig eqtype t end
structure A : S = struct type t = int -> int end (* ERROR t *)
