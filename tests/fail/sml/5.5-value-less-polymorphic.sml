(* Section 5.5: a value is less polymorphic than the signature says. *)
signature S = sig val id : 'a -> 'a end
structure A : S = struct fun id x = x + 0 end (* ERROR id *)
