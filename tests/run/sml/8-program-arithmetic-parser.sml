(* Program: a scanner and a recursive-descent parser for arithmetic with precedence and errors. *)
datatype token = Num of int | Op of char | LParen | RParen
datatype exp = N of int | Bin of char * exp * exp | Neg of exp
exception Error of string
fun scan [] = []
  | scan (#"(" :: cs) = LParen :: scan cs
  | scan (#")" :: cs) = RParen :: scan cs
  | scan (c :: cs) =
      if Char.isSpace c then scan cs
      else if Char.isDigit c then number (ord c - ord #"0", cs)
      else if Char.contains "+-*/^" c then Op c :: scan cs
      else raise Error ("unexpected " ^ str c)
and number (n, c :: cs) = if Char.isDigit c then number (n * 10 + ord c - ord #"0", cs) else Num n :: scan (c :: cs)
  | number (n, []) = [Num n]
fun expr ts = sumRest (term ts)
and sumRest (a, Op c :: ts) = if c = #"+" orelse c = #"-" then let val (b, r) = term ts in sumRest (Bin (c, a, b), r) end else (a, Op c :: ts)
  | sumRest p = p
and term ts = termRest (factor ts)
and termRest (a, Op c :: ts) = if c = #"*" orelse c = #"/" then let val (b, r) = factor ts in termRest (Bin (c, a, b), r) end else (a, Op c :: ts)
  | termRest p = p
and factor ts =
  case primary ts of
    (a, Op #"^" :: r) => let val (b, r') = factor r in (Bin (#"^", a, b), r') end
  | p => p
and primary (Num n :: r) = (N n, r)
  | primary (Op #"-" :: r) = let val (e, r') = primary r in (Neg e, r') end
  | primary (LParen :: r) = (case expr r of (e, RParen :: r') => (e, r') | _ => raise Error "missing )")
  | primary [] = raise Error "unexpected end"
  | primary (RParen :: _) = raise Error "unexpected )"
  | primary (Op c :: _) = raise Error ("unexpected operator " ^ str c)
fun parse s = case expr (scan (explode s)) of (e, []) => e | _ => raise Error "trailing input"
fun pow (_, 0) = 1 | pow (a, n) = a * pow (a, n - 1)
fun eval (N n) = n
  | eval (Neg e) = ~ (eval e)
  | eval (Bin (#"+", a, b)) = eval a + eval b
  | eval (Bin (#"-", a, b)) = eval a - eval b
  | eval (Bin (#"*", a, b)) = eval a * eval b
  | eval (Bin (#"/", a, b)) = eval a div eval b
  | eval (Bin (#"^", a, b)) = pow (eval a, eval b)
  | eval (Bin (c, _, _)) = raise Error ("operator " ^ str c)
fun show (N n) = Int.toString n | show (Neg e) = "-" ^ show e
  | show (Bin (c, a, b)) = "(" ^ show a ^ str c ^ show b ^ ")"
fun run s =
  (let val e = parse s in print (s ^ " = " ^ show e ^ " = " ^ Int.toString (eval e) ^ "\n") end)
  handle Error m => print (s ^ ": " ^ m ^ "\n")
       | Div => print (s ^ ": division by zero\n")
val () = app run ["1 + 2 * 3", "(1 + 2) * 3", "10 - 4 - 3", "2 ^ 3 ^ 2", "-(4 - 6) * 5", "100 / 7 / 2", "1 / (2 - 2)", "(1 + 2", "1 + * 2", "1 2", "3 $ 4", "", ")", "((((7))))"]
