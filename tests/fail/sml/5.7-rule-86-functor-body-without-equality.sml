(* Rule 86, section 5.7: the parameter's type admits no equality. *)
functor F (X : sig type t end) = struct fun same (a : X.t, b) = a = b end (* ERROR equality *)
