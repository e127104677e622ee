(* Rules 54 and 86, section 5.7: results ascribed transparently, opaquely or not at all. *)
signature ARG = sig type t val x : t end
signature RES = sig type t type u val get : u -> t val make : t -> u end
functor Plain (X : ARG) = struct type t = X.t type u = X.t list fun get l = hd l fun make x = [x] end
functor Transparent (X : ARG) : RES = struct type t = X.t type u = X.t list fun get l = hd l fun make x = [x] end
functor Opaque (X : ARG) :> RES where type t = X.t = struct type t = X.t type u = X.t list fun get l = hd l fun make x = [x] end
structure Arg = struct type t = int val x = 5 end
structure P = Plain (Arg)
structure T = Transparent (Arg)
structure O = Opaque (Arg)
val () = print (Int.toString (hd (P.make 1) + hd (T.make 2) + O.get (O.make Arg.x)) ^ "\n")
functor Refers (X : ARG) : sig val pair : X.t * X.t end = struct val pair = (X.x, X.x) end
structure R = Refers (Arg)
val () = print (Int.toString (#1 R.pair + #2 R.pair) ^ "\n")
