(* Section 5.5: a type has another number of parameters. *)
signature S = sig type 'a t end
structure A : S = struct type t = int end (* ERROR t *)
