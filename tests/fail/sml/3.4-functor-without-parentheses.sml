(* Section 3.4: a functor is applied to an argument in parentheses. *)
functor F (X : sig end) = struct end
structure A = struct end
structure B = F A (* ERROR *)
