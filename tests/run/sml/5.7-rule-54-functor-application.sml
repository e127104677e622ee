(* Rules 54 and 86, section 5.7: functors of structures; the argument may have more than is asked for. *)
signature SHOW = sig type t val show : t -> string end
functor ListShow (X : SHOW) : SHOW = struct
  type t = X.t list
  fun show l = "[" ^ String.concatWith "," (map X.show l) ^ "]"
end
functor PairShow (structure A : SHOW structure B : SHOW) = struct
  type t = A.t * B.t
  fun show (a, b) = "(" ^ A.show a ^ "," ^ B.show b ^ ")"
end
structure IntShow = struct type t = int val show = Int.toString val extra = "ignored" end
structure StringShow = struct type t = string fun show s = "\"" ^ s ^ "\"" end
structure L = ListShow (IntShow)
structure LL = ListShow (L)
structure P = PairShow (structure A = L structure B = StringShow)
structure Q = ListShow (PairShow (structure A = IntShow structure B = LL))
val () = print (L.show [1, 2] ^ LL.show [[1], [], [2, 3]] ^ P.show ([1], "x") ^ Q.show [(1, [[2]])] ^ "\n")
