(* Rule 54 and 86, section 5.7: a functor is not seen in its own body. *)
functor Loop (X : sig end) = struct structure Y = Loop (X) end (* ERROR Loop *)
