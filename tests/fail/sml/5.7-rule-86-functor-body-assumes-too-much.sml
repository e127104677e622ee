(* Rule 86, section 5.7: in the body the parameter's type is abstract. *)
functor F (X : sig type t val x : t end) = struct val y = X.x + 1 end (* ERROR X.t *)
