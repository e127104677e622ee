(* Rule 78, Appendix A: sharing of structures shares all types that both specify. *)
signature POINT = sig type t type num val make : num * num -> t val x : t -> num end
signature LINE = sig structure P : POINT val start : (P.num * P.num) -> P.t end
functor Use (structure A : LINE structure B : POINT sharing A.P = B val n : B.num) = struct
  fun go () = B.x (A.start (n, n))
end
structure Pt = struct type t = int * int type num = int fun make p = p fun x (a, _) = a end
structure U = Use (structure A = struct structure P = Pt fun start p = Pt.make p end structure B = Pt val n = 7)
val () = print (Int.toString (U.go ()) ^ "\n")
signature S = sig type t structure In : sig type t type u end end
functor F (structure A : S and B : S sharing A = B val x : A.In.u -> A.t val y : B.In.u) = struct val z = x y end
structure X = struct type t = string structure In = struct type t = bool type u = int end end
structure R = F (structure A = X structure B = X val x = Int.toString val y = 8)
val () = print (R.z ^ "\n")
