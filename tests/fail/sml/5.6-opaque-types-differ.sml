(* Section 5.6, rule 53: two opaque ascriptions make two types. *)
signature S = sig type t val x : t val f : t -> int end
structure I = struct type t = int val x = 3 fun f n = n end
structure A :> S = I
structure B :> S = I
val a = A.f B.x (* ERROR B.t *)
