(* Rule 154, section 7.3: functors applied to their own results many times. *)
signature S = sig type t val v : t val show : t -> string end
functor Pair (X : S) : S = struct type t = X.t * X.t val v = (X.v, X.v) fun show (a, b) = "(" ^ X.show a ^ X.show b ^ ")" end
structure S0 = struct type t = int val v = 1 val show = Int.toString end
structure S1 = Pair (S0) structure S2 = Pair (S1) structure S3 = Pair (Pair (S2))
val () = print (S3.show S3.v ^ "\n")
functor Twice (X : S) = Pair (Pair (X))
structure T = Twice (S0)
val () = print (T.show T.v ^ "\n")
