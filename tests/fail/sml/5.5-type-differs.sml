(* Section 5.5: a type is not what the signature says. *)
signature S = sig type t = int end
structure A : S = struct type t = string end (* ERROR t *)
