(* Rule 54, section 5.7: a value of the argument has another type. *)
functor F (X : sig type t val show : t -> string end) = struct end
structure A = F (struct type t = int fun show (s : string) = s end) (* ERROR show *)
