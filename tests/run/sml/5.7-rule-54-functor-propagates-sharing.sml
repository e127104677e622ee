(* Rule 54, section 5.7: types of the argument are known in the result. *)
signature MONOID = sig type t val zero : t val plus : t * t -> t end
functor Fold (M : MONOID) = struct
  type elem = M.t
  val all = foldl M.plus M.zero
end
functor Product (structure A : MONOID structure B : MONOID) : MONOID = struct
  type t = A.t * B.t
  val zero = (A.zero, B.zero)
  fun plus ((a, b), (c, d)) = (A.plus (a, c), B.plus (b, d))
end
structure Sum = struct type t = int val zero = 0 fun plus (a, b) = a + b end
structure Join = struct type t = string val zero = "" fun plus (a, b) = b ^ a end
structure P = Product (structure A = Sum structure B = Join)
structure F = Fold (P)
val (n, s) : F.elem = F.all [(1, "a"), (2, "b"), (3, "c")]
val () = print (Int.toString (n + 1) ^ s ^ "\n")
