(* Rules 85 and 86, section 5.7: functors that apply functors, with several results. *)
signature NUM = sig type t val zero : t val one : t val + : t * t -> t val * : t * t -> t val show : t -> string end
functor Complex (N : NUM) : NUM = struct
  type t = N.t * N.t
  val zero = (N.zero, N.zero)
  val one = (N.one, N.zero)
  fun op+ ((a, b), (c, d)) = (N.+ (a, c), N.+ (b, d))
  fun op* ((a, b), (c, d)) = (N.+ (N.* (a, c), N.* (b, d)), N.+ (N.* (a, d), N.* (b, c)))
  fun show (a, b) = "<" ^ N.show a ^ "," ^ N.show b ^ ">"
end
functor Poly (N : NUM) = struct
  structure Coeff = N
  fun eval (cs, x) = foldr (fn (c, acc) => N.+ (c, N.* (x, acc))) N.zero cs
  fun show cs = String.concatWith " " (map N.show cs)
end
functor Quad (N : NUM) = struct structure C = Complex (N) structure CC = Complex (C) structure P = Poly (CC) end
structure IntNum = struct type t = int val zero = 0 val one = 1 val op+ = Int.+ val op* = Int.* val show = Int.toString end
structure Q = Quad (IntNum)
structure PI = Poly (IntNum)
val () = print (Int.toString (PI.eval ([1, 2, 3], 10)) ^ " " ^ PI.show [1, 2] ^ "\n")
val i = ((0, 1), (1, 0))
val () = print (Q.CC.show (Q.P.eval ([Q.CC.one, i, Q.CC.one], i)) ^ "\n")
