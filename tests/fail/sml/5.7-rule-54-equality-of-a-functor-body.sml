(* Whether a datatype in a functor's body admits equality is decided there, where nothing is known
   of the parameter's type. *)
functor Wrap (X : sig type t end) = struct datatype wrapped = Wrapped of X.t end
structure W = Wrap (struct type t = int end)
val same = W.Wrapped 4 = W.Wrapped 4 (* ERROR *)
signature WRAPPED = sig datatype wrapped = Wrapped of int end
structure V : WRAPPED = W (* ERROR does not admit equality *)
