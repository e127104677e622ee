(* Symbolic computation on a datatype: derivatives of polynomials of expressions, simplified and compared. *)
structure Main = struct
  datatype exp = Const of int | Var of string | Add of exp * exp | Mul of exp * exp | Neg of exp | Pow of exp * int
  fun derive x (Const _) = Const 0
    | derive x (Var y) = Const (if x = y then 1 else 0)
    | derive x (Add (a, b)) = Add (derive x a, derive x b)
    | derive x (Mul (a, b)) = Add (Mul (derive x a, b), Mul (a, derive x b))
    | derive x (Neg a) = Neg (derive x a)
    | derive x (Pow (a, n)) = Mul (Mul (Const n, Pow (a, n - 1)), derive x a)
  fun simplify e =
    case e of
      Add (a, b) =>
        (case (simplify a, simplify b) of
           (Const 0, b) => b
         | (a, Const 0) => a
         | (Const m, Const n) => Const ((m + n) mod 10007)
         | (a, Neg b) => if a = b then Const 0 else Add (a, Neg b)
         | (a, b) => if a = b then Mul (Const 2, a) else Add (a, b))
    | Mul (a, b) =>
        (case (simplify a, simplify b) of
           (Const 0, _) => Const 0
         | (_, Const 0) => Const 0
         | (Const 1, b) => b
         | (a, Const 1) => a
         | (Const m, Const n) => Const (m * n mod 10007)
         | (Const m, Mul (Const n, b)) => simplify (Mul (Const (m * n mod 10007), b))
         | (a, Const n) => Mul (Const n, a)
         | (a, b) => if a = b then Pow (a, 2) else Mul (a, b))
    | Neg a =>
        (case simplify a of Const n => Const (~n mod 10007) | Neg a => a | a => Neg a)
    | Pow (a, n) =>
        if n = 0 then Const 1 else (case simplify a of Const c => if n = 1 then Const c else Mul (Const c, Const c) | a => if n = 1 then a else Pow (a, n))
    | e => e
  fun size (Add (a, b)) = size a + size b + 1
    | size (Mul (a, b)) = size a + size b + 1
    | size (Neg a) = size a + 1
    | size (Pow (a, _)) = size a + 1
    | size _ = 1
  fun eval env (Const n) = n
    | eval env (Var x) = (case List.find (fn (y, _) => x = y) env of SOME (_, v) => v | NONE => 0)
    | eval env (Add (a, b)) = (eval env a + eval env b) mod 10007
    | eval env (Mul (a, b)) = eval env a * eval env b mod 10007
    | eval env (Neg a) = ~(eval env a) mod 10007
    | eval env (Pow (a, n)) = let val v = eval env a fun go (0, r) = r | go (k, r) = go (k - 1, r * v mod 10007) in go (n, 1) end
  val x = Var "x" val y = Var "y"
  fun build 0 = Add (x, Const 3)
    | build n = Add (Mul (build (n - 1), Add (y, Pow (x, n + 1))), Neg (Mul (Const n, Pow (Add (x, y), 2))))
  fun nth (0, e) = e | nth (n, e) = nth (n - 1, simplify (derive (if n mod 2 = 0 then "x" else "y") e))
  fun main () =
    let
      fun loop (0, s, t) = (s, t)
        | loop (k, s, t) =
            let val e = nth (4, build (6 + k mod 3)) in loop (k - 1, (s + size e) mod 1000003, (t + eval [("y", k), ("x", 7)] e) mod 10007) end
      val (s, t) = loop (400, 0, 0)
    in
      print ("derive " ^ Int.toString s ^ " " ^ Int.toString t ^ "\n")
    end
end
val () = Main.main ()
