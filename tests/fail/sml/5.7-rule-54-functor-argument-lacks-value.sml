(* Rule 54, section 5.7: the argument lacks a value. *)
functor F (X : sig type t val show : t -> string end) = struct end
structure A = F (struct type t = int end) (* ERROR show *)
