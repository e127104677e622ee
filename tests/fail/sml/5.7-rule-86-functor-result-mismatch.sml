(* Rule 86, section 5.7: the body does not match the functor's result signature. *)
functor F (X : sig type t end) : sig val x : X.t list end = struct val x = 3 end (* ERROR x *)
