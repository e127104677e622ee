(* Section 4.11: a match of many rules with nested constructors. *)
datatype op1 = Add | Sub | Mul | Div_ | Mod_ | And | Or | Xor
datatype e = N of int | V of string | O of op1 * e * e | Neg of e | If of e * e * e
fun simp (O (Add, N 0, e)) = simp e
  | simp (O (Add, e, N 0)) = simp e
  | simp (O (Add, N a, N b)) = N (a + b)
  | simp (O (Sub, e, N 0)) = simp e
  | simp (O (Sub, N a, N b)) = N (a - b)
  | simp (O (Mul, N 0, _)) = N 0
  | simp (O (Mul, _, N 0)) = N 0
  | simp (O (Mul, N 1, e)) = simp e
  | simp (O (Mul, e, N 1)) = simp e
  | simp (O (Mul, N a, N b)) = N (a * b)
  | simp (O (Div_, e, N 1)) = simp e
  | simp (O (Xor, V a, V b)) = if a = b then N 0 else O (Xor, V a, V b)
  | simp (O (f, a, b)) =
      let val a' = simp a val b' = simp b
      in if a' = a andalso b' = b then O (f, a, b) else simp (O (f, a', b')) end
  | simp (Neg (Neg e)) = simp e
  | simp (Neg (N n)) = N (~n)
  | simp (Neg e) = Neg (simp e)
  | simp (If (N 0, _, e)) = simp e
  | simp (If (N _, e, _)) = simp e
  | simp (If (c, a, b)) = If (simp c, simp a, simp b)
  | simp e = e
fun name Add = "+" | name Sub = "-" | name Mul = "*" | name Div_ = "/" | name Mod_ = "%" | name And = "&" | name Or = "|" | name Xor = "^"
fun show (N n) = Int.toString n | show (V x) = x
  | show (O (f, a, b)) = "(" ^ show a ^ name f ^ show b ^ ")"
  | show (Neg e) = "-" ^ show e
  | show (If (a, b, c)) = "[" ^ show a ^ "?" ^ show b ^ ":" ^ show c ^ "]"
val x = V "x"
val () = app (fn e => print (show e ^ " -> " ^ show (simp e) ^ "\n"))
  [O (Add, N 0, x), O (Mul, O (Add, N 1, N 2), O (Sub, x, N 0)), O (Mul, x, O (Mul, N 0, V "y")),
   Neg (Neg (O (Add, x, N 0))), If (N 0, x, O (Mul, N 1, V "y")), If (x, N 3, Neg (N 4)), O (Xor, x, x), O (Div_, O (Mod_, x, N 2), N 1), O (And, x, O (Or, N 1, N 2))]
