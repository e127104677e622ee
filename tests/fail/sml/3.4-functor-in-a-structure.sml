(* Section 3.4: functors are declared at the top level only. *)
structure S = struct
  functor F (X : sig end) = struct end (* ERROR functor *)
end
