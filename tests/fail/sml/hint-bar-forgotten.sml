fun f 0 = 1
    f n = n * f (n - 1) (* ERROR clauses of a function are separated by `|` *)
fun g x =
  case x of
      0 => 1
      n => 2 (* ERROR rules are separated by `|` *)
datatype t = A
  B of int (* ERROR constructors are separated by `|` *)
