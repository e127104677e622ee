(* Program: a compiler from expressions to a stack machine, and the machine, with labels and jumps. *)
datatype exp = Const of int | Var of string | Bin of string * exp * exp | If of exp * exp * exp | Let of string * exp * exp | While of exp * exp | Set of string * exp | Seq of exp * exp
datatype instr = Push of int | Load of string | Store of string | Op of string | Jump of int | JumpZero of int | Label of int | Pop
val labels = ref 0
fun label () = (labels := !labels + 1; !labels)
fun compile e =
  case e of
    Const n => [Push n]
  | Var x => [Load x]
  | Bin (f, a, b) => compile a @ compile b @ [Op f]
  | If (c, a, b) => let val l1 = label () val l2 = label () in compile c @ [JumpZero l1] @ compile a @ [Jump l2, Label l1] @ compile b @ [Label l2] end
  | Let (x, a, b) => compile a @ [Store x] @ compile b
  | While (c, b) => let val top = label () val done = label () in [Label top] @ compile c @ [JumpZero done] @ compile b @ [Pop, Jump top, Label done, Push 0] end
  | Set (x, a) => compile a @ [Store x, Push 0]
  | Seq (a, b) => compile a @ [Pop] @ compile b
exception Machine of string
fun run code =
  let
    val code = Vector.fromList code
    val n = Vector.length code
    fun target l = let fun go i = if i >= n then raise Machine "label" else case Vector.sub (code, i) of Label k => if k = l then i else go (i + 1) | _ => go (i + 1) in go 0 end
    fun look (x, []) = raise Machine ("unbound " ^ x) | look (x, (y, v) :: r) = if x = y then v else look (x, r)
    fun set (x, v, []) = [(x, v)] | set (x, v, (y, w) :: r) = if x = y then (x, v) :: r else (y, w) :: set (x, v, r)
    fun apply ("+", a, b) = a + b | apply ("-", a, b) = a - b | apply ("*", a, b) = a * b | apply ("/", a, b) = a div b
      | apply ("<", a, b) = if a < b then 1 else 0 | apply (f, _, _) = raise Machine ("operator " ^ f)
    fun go (pc, stack, env, steps) =
      if pc >= n then (stack, steps)
      else
        case (Vector.sub (code, pc), stack) of
          (Push k, s) => go (pc + 1, k :: s, env, steps + 1)
        | (Load x, s) => go (pc + 1, look (x, env) :: s, env, steps + 1)
        | (Store x, v :: s) => go (pc + 1, s, set (x, v, env), steps + 1)
        | (Op f, b :: a :: s) => go (pc + 1, apply (f, a, b) :: s, env, steps + 1)
        | (Jump l, s) => go (target l, s, env, steps + 1)
        | (JumpZero l, v :: s) => go (if v = 0 then target l else pc + 1, s, env, steps + 1)
        | (Label _, s) => go (pc + 1, s, env, steps)
        | (Pop, _ :: s) => go (pc + 1, s, env, steps + 1)
        | _ => raise Machine "stack underflow"
  in go (0, [], [], 0) end
fun test e =
  (case run (compile e) of
     ([v], steps) => print (Int.toString v ^ " in " ^ Int.toString steps ^ " steps\n")
   | (s, _) => print ("stack of " ^ Int.toString (length s) ^ "\n"))
  handle Machine m => print ("machine: " ^ m ^ "\n") | Div => print "machine: division by zero\n"
val i = Var "i" val s = Var "s"
val () = app test
  [Bin ("+", Const 1, Bin ("*", Const 2, Const 3)), If (Bin ("<", Const 1, Const 2), Const 10, Const 20),
   Let ("i", Const 0, Let ("s", Const 0, Seq (While (Bin ("<", i, Const 100), Seq (Set ("s", Bin ("+", s, i)), Set ("i", Bin ("+", i, Const 1)))), s))),
   Var "nowhere", Bin ("/", Const 1, Const 0), Bin ("?", Const 1, Const 2)]
