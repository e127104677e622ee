(* Section 5.5: a value demands equality, the signature does not promise it. *)
signature S = sig val same : 'a * 'a -> bool end
structure A : S = struct fun same (x, y) = x = y end (* ERROR same *)
