(* shape tree *)
datatype tree@n = Leaf@n | Node@n of tree@n * int * tree@n

fun add@n (x, Leaf@n) = Node@n (Leaf@n, x, Leaf@n)
  | add@n (x, tree as Node@n (left, y, right)) =
      if x < y then Node@n (add@n (x, left), y, right)
      else if x > y then Node@n (left, y, add@n (x, right))
      else tree

fun depth@n Leaf@n = 0
  | depth@n (Node@n (left, _, right)) = 1 + Int.max (depth@n left, depth@n right)

fun flat@n (Leaf@n, rest) = rest
  | flat@n (Node@n (left, x, right), rest) = flat@n (left, x :: flat@n (right, rest))

fun member@n (_, Leaf@n) = false
  | member@n (x, Node@n (left, y, right)) =
      x = y orelse (if x < y then member@n (x, left) else member@n (x, right))

val tree@n = foldl add@n Leaf@n (List.tabulate (@2, fn i => i * @2 mod @3))
@note depth@n tree@n + foldl op+ 0 (flat@n (tree@n, [])) + (if member@n (@2, tree@n) then 1 else 0)

(* shape expressions *)
datatype exp@n =
    Num@n of int
  | Var@n of string
  | Plus@n of exp@n * exp@n
  | Times@n of exp@n * exp@n
  | Let@n of string * exp@n * exp@n

exception Unbound@n of string

fun lookup@n (name, []) = raise Unbound@n name
  | lookup@n (name, (other, value : int) :: rest) =
      if name = other then value else lookup@n (name, rest)

fun eval@n (env, exp) =
  case exp of
    Num@n n => n
  | Var@n name => lookup@n (name, env)
  | Plus@n (left, right) => eval@n (env, left) + eval@n (env, right)
  | Times@n (left, right) => eval@n (env, left) * eval@n (env, right) mod @3
  | Let@n (name, bound, body) => eval@n ((name, eval@n (env, bound)) :: env, body)

fun simplify@n (Plus@n (Num@n 0, e)) = simplify@n e
  | simplify@n (Plus@n (e, Num@n 0)) = simplify@n e
  | simplify@n (Times@n (Num@n 1, e)) = simplify@n e
  | simplify@n (Times@n (Num@n 0, _)) = Num@n 0
  | simplify@n (Plus@n (l, r)) = Plus@n (simplify@n l, simplify@n r)
  | simplify@n (Times@n (l, r)) = Times@n (simplify@n l, simplify@n r)
  | simplify@n (Let@n (x, e, body)) = Let@n (x, simplify@n e, simplify@n body)
  | simplify@n e = e

val program@n =
  Let@n ("x", Plus@n (Num@n 0, Num@n @2), Plus@n (Times@n (Var@n "x", Num@n @1), Num@n @3))
@note eval@n ([], simplify@n program@n) + (eval@n ([], Var@n "y") handle Unbound@n name => size name)

(* shape machine *)
datatype code@n = Push@n of int | Add@n | Mul@n | Dup@n | Swap@n | Jump@n of int | Halt@n

exception Stuck@n

fun step@n (code, pc, stack, fuel) =
  if fuel = 0 then raise Stuck@n
  else
    case (Vector.sub (code, pc), stack) of
      (Push@n n, _) => step@n (code, pc + 1, n :: stack, fuel - 1)
    | (Add@n, x :: y :: rest) => step@n (code, pc + 1, x + y :: rest, fuel - 1)
    | (Mul@n, x :: y :: rest) => step@n (code, pc + 1, x * y mod @3 :: rest, fuel - 1)
    | (Dup@n, x :: rest) => step@n (code, pc + 1, x :: x :: rest, fuel - 1)
    | (Swap@n, x :: y :: rest) => step@n (code, pc + 1, y :: x :: rest, fuel - 1)
    | (Jump@n to, x :: rest) =>
        step@n (code, if x > @3 then pc + 1 else to, x :: rest, fuel - 1)
    | (Halt@n, x :: _) => x : int
    | _ => raise Stuck@n

val loop@n = Vector.fromList [Push@n @2, Push@n @2, Add@n, Dup@n, Mul@n, Jump@n 1, Halt@n]
val result@n = step@n (loop@n, 0, [], @3) handle Stuck@n => @2
@note result@n + (step@n (Vector.fromList [Add@n], 0, [], @1) handle Stuck@n => 1)

(* shape shapes *)
datatype shape@n =
    Circle@n of real
  | Box@n of {width : real, height : real}
  | Group@n of shape@n list

fun area@n (Circle@n r) = 3.14159 * r * r
  | area@n (Box@n {width, height}) = width * height
  | area@n (Group@n shapes) = foldl (fn (shape, total) => total + area@n shape) 0.0 shapes

fun scale@n by shape =
  case shape of
    Circle@n r => Circle@n (r * by)
  | Box@n {width, height} => Box@n {width = width * by, height = height * by}
  | Group@n shapes => Group@n (map (scale@n by) shapes)

val drawing@n = Group@n [Circle@n @1.5, Box@n {width = @2.0, height = @1.25}, Group@n [Circle@n 1.0]]
@note floor (area@n (scale@n 0.@2 drawing@n)) + floor (area@n drawing@n)

(* shape accounts *)
type account@n = {owner : string, balance : int, history : int list}

exception Overdrawn@n of int

fun opened@n (owner, balance) : account@n = {owner = owner, balance = balance, history = []}

fun deposit@n (account : account@n, amount) : account@n =
  {owner = #owner account, balance = #balance account + amount, history = amount :: #history account}

fun withdraw@n ({owner, balance, history} : account@n, amount) : account@n =
  if amount > balance then raise Overdrawn@n (amount - balance)
  else {owner = owner, balance = balance - amount, history = ~amount :: history}

val account@n = deposit@n (opened@n ("@{ada|bert|carl}", @3), @2)
val poorer@n = withdraw@n (account@n, @2) handle Overdrawn@n _ => account@n
val missing@n = #balance (withdraw@n (poorer@n, 5000)) handle Overdrawn@n amount => amount
@note #balance poorer@n + missing@n + length (#history poorer@n) + size (#owner poorer@n)

(* shape cards *)
datatype suit@n = Clubs@n | Diamonds@n | Hearts@n | Spades@n
datatype rank@n = Ace@n | King@n | Queen@n | Jack@n | Pip@n of int

fun points@n Ace@n = 11
  | points@n King@n = 4
  | points@n Queen@n = 3
  | points@n Jack@n = 2
  | points@n (Pip@n 10) = 10
  | points@n (Pip@n _) = 0

fun worth@n trump (suit : suit@n, rank) =
  let val value = points@n rank in if suit = trump then value * @1 else value end

val hand@n =
  [(Clubs@n, Ace@n), (@{Hearts|Spades}@n, Pip@n @1), (Diamonds@n, Pip@n 10), (Spades@n, @{King|Queen|Jack}@n)]
@note foldl (fn (card, total) => total + worth@n @{Spades|Clubs}@n card) @2 hand@n

(* shape queue *)
datatype queue@n = Queue@n of int list * int list

val empty@n = Queue@n ([], [])

fun push@n (Queue@n (front, back), x) = Queue@n (front, x :: back)

fun pop@n (Queue@n ([], [])) = NONE
  | pop@n (Queue@n ([], back)) = pop@n (Queue@n (rev back, []))
  | pop@n (Queue@n (x :: front, back)) = SOME (x, Queue@n (front, back))

fun simulate@n (queue, 0, total) = total
  | simulate@n (queue, steps, total) =
      (case pop@n queue of
         NONE => total
       | SOME (x, rest) =>
           let val next = (x * @1 + @2) mod @3
           in simulate@n (push@n (rest, next), steps - 1, (total + next) mod 9973) end)
@note simulate@n (foldl (fn (x, queue) => push@n (queue, x)) empty@n [@1, @2, @3], @2, 0)

(* shape tokens *)
datatype token@n = Number@n of int | Word@n of string | Sign@n of char

fun scan@n ([], tokens) = rev tokens
  | scan@n (c :: rest, tokens) =
      if Char.isSpace c then scan@n (rest, tokens)
      else if Char.isDigit c then digits@n (c :: rest, 0, tokens)
      else if Char.isAlpha c then letters@n (c :: rest, [], tokens)
      else scan@n (rest, Sign@n c :: tokens)

and digits@n (c :: rest, value, tokens) =
      if Char.isDigit c then digits@n (rest, value * 10 + (ord c - 48), tokens)
      else scan@n (c :: rest, Number@n value :: tokens)
  | digits@n ([], value, tokens) = scan@n ([], Number@n value :: tokens)

and letters@n (c :: rest, word, tokens) =
      if Char.isAlphaNum c then letters@n (rest, c :: word, tokens)
      else scan@n (c :: rest, Word@n (implode (rev word)) :: tokens)
  | letters@n ([], word, tokens) = scan@n ([], Word@n (implode (rev word)) :: tokens)

fun weight@n (Number@n n) = n
  | weight@n (Word@n w) = size w * @1
  | weight@n (Sign@n c) = ord c
@note foldl (fn (t, sum) => sum + weight@n t) 0 (scan@n (explode "let x@1 = @3 * (y - @2)", []))
