(* Section 5.5: the signature has two type variables, the value makes them one. *)
signature S = sig val pair : 'a * 'b -> 'b * 'a end
structure A : S = struct fun pair (x, y) = if true then (x, y) else (y, x) end (* ERROR pair *)
