(* Section 5.6, rule 53: an abstract type admits no equality unless the signature says eqtype. *)
structure A :> sig type t val x : t end = struct type t = int val x = 3 end
val a = A.x = A.x (* ERROR equality *)
