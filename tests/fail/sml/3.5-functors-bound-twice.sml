(* Section 3.5: a functor twice in one declaration. *)
functor F (X : sig end) = struct end and F (X : sig end) = struct end (* ERROR F *)
