(* Rules 54 and 78, section 5.7: the argument does not share as the functor demands. *)
functor F (structure A : sig type t end structure B : sig type t end sharing type A.t = B.t) = struct end
structure X = F (structure A = struct type t = int end structure B = struct type t = string end) (* ERROR *)
