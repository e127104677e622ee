(* Section 5.6, rule 53: after :> the type is abstract. *)
structure A :> sig type t val x : t end = struct type t = int val x = 3 end
val a = A.x + 1 (* ERROR A.t *)
