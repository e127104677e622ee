(* An interpreter for a small functional language: association lists, closures as data, string comparison. *)
structure Main = struct
  datatype exp =
      Int of int
    | Var of string
    | Fn of string * exp
    | App of exp * exp
    | Op of oper * exp * exp
    | If of exp * exp * exp
    | LetRec of string * string * exp * exp
  and oper = Plus | Minus | Times | Less
  datatype value = N of int | Closure of string * exp * env
  and env = Empty | Bind of string * value * env | Rec of string * string * exp * env
  exception Stuck of string
  fun look (x, Empty) = raise Stuck x
    | look (x, Bind (y, v, e)) = if x = y then v else look (x, e)
    | look (x, env as Rec (f, p, b, e)) = if x = f then Closure (p, b, env) else look (x, e)
  fun number (N n) = n
    | number (Closure _) = raise Stuck "function"
  fun eval (Int n, _) = N n
    | eval (Var x, env) = look (x, env)
    | eval (Fn (x, b), env) = Closure (x, b, env)
    | eval (App (f, a), env) =
        (case eval (f, env) of
           Closure (x, b, env') => eval (b, Bind (x, eval (a, env), env'))
         | N _ => raise Stuck "number")
    | eval (Op (oper, a, b), env) =
        let
          val m = number (eval (a, env))
          val n = number (eval (b, env))
        in
          N (case oper of Plus => (m + n) mod 1000003 | Minus => m - n | Times => m * n mod 10007 | Less => if m < n then 1 else 0)
        end
    | eval (If (c, a, b), env) = if number (eval (c, env)) <> 0 then eval (a, env) else eval (b, env)
    | eval (LetRec (f, x, b, e), env) = eval (e, Rec (f, x, b, env))
  val n = Var "n"
  fun minus (a, k) = Op (Minus, a, Int k)
  val fib = LetRec ("fib", "n", If (Op (Less, n, Int 2), n, Op (Plus, App (Var "fib", minus (n, 1)), App (Var "fib", minus (n, 2)))), App (Var "fib", Var "input"))
  val sum = LetRec ("sum", "n", Fn ("acc", If (Op (Less, n, Int 1), Var "acc", App (App (Var "sum", minus (n, 1)), Op (Plus, Var "acc", Op (Times, n, n))))), App (App (Var "sum", Var "input"), Int 0))
  val twice = Fn ("f", Fn ("x", App (Var "f", App (Var "f", Var "x"))))
  val church = App (App (App (App (twice, twice), twice), Fn ("k", Op (Plus, Var "k", Int 1))), Var "input")
  fun main () =
    let
      fun run (e, k) = number (eval (e, Bind ("input", N k, Empty)))
      fun loop (0, f, s) = s | loop (k, f, s) = loop (k - 1, f, (s + f k) mod 1000003)
      val a = loop (3, fn k => run (fib, 27 + k), 0)
      val b = loop (60, fn k => run (sum, 20000 + k), 0)
      val c = loop (20000, fn k => run (church, k), 0)
    in
      print ("interp " ^ Int.toString a ^ " " ^ Int.toString b ^ " " ^ Int.toString c ^ "\n")
    end
end
val () = Main.main ()
