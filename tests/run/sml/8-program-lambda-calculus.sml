(* Program: an interpreter for the untyped lambda calculus with de Bruijn indices, and a normaliser. *)
datatype term = Var of string | Lam of string * term | App of term * term
datatype db = I of int | F of string | L of db | A of db * db
fun index (x, [], _) = NONE | index (x, y :: ys, n) = if x = y then SOME n else index (x, ys, n + 1)
fun toDb env (Var x) = (case index (x, env, 0) of SOME n => I n | NONE => F x)
  | toDb env (Lam (x, t)) = L (toDb (x :: env) t)
  | toDb env (App (a, b)) = A (toDb env a, toDb env b)
fun shift (d, c, I n) = if n >= c then I (n + d) else I n
  | shift (d, c, F x) = F x
  | shift (d, c, L t) = L (shift (d, c + 1, t))
  | shift (d, c, A (a, b)) = A (shift (d, c, a), shift (d, c, b))
fun subst (j, s, t as I n) = if n = j then s else t
  | subst (j, s, F x) = F x
  | subst (j, s, L t) = L (subst (j + 1, shift (1, 0, s), t))
  | subst (j, s, A (a, b)) = A (subst (j, s, a), subst (j, s, b))
fun beta (t, s) = shift (~1, 0, subst (0, shift (1, 0, s), t))
fun norm (A (a, b)) = (case whnf a of L t => norm (beta (t, b)) | a' => A (norm a', norm b))
  | norm (L t) = L (norm t)
  | norm t = t
and whnf (A (a, b)) = (case whnf a of L t => whnf (beta (t, b)) | a' => A (a', b))
  | whnf t = t
fun show (I n) = Int.toString n
  | show (F x) = x
  | show (L t) = "\\" ^ show t
  | show (A (a, b as A _)) = left a ^ " (" ^ show b ^ ")"
  | show (A (a, b as L _)) = left a ^ " (" ^ show b ^ ")"
  | show (A (a, b)) = left a ^ " " ^ show b
and left (t as L _) = "(" ^ show t ^ ")" | left t = show t
fun lam (xs, t) = foldr Lam t xs
fun app (f, xs) = foldl (fn (x, f) => App (f, x)) f xs
val v = Var
fun church n = lam (["f", "x"], List.foldl (fn (_, t) => App (v "f", t)) (v "x") (List.tabulate (n, fn i => i)))
val plus = lam (["m", "n", "f", "x"], app (v "m", [v "f", app (v "n", [v "f", v "x"])]))
val times = lam (["m", "n", "f"], App (v "m", App (v "n", v "f")))
val power = lam (["m", "n"], App (v "n", v "m"))
fun unchurch t =
  case norm (toDb [] (app (t, [v "S", v "Z"]))) of
    n => let fun go (F "Z") = 0 | go (A (F "S", t)) = 1 + go t | go _ = ~1000 in go n end
val () = print (show (norm (toDb [] (church 3))) ^ "\n")
val () = print (Int.toString (unchurch (app (plus, [church 3, church 4]))) ^ " " ^ Int.toString (unchurch (app (times, [church 6, church 7]))) ^ " " ^ Int.toString (unchurch (app (power, [church 2, church 6]))) ^ "\n")
val k = lam (["x", "y"], v "x") val s = lam (["x", "y", "z"], app (v "x", [v "z", App (v "y", v "z")]))
val () = print (show (norm (toDb [] (app (s, [k, k])))) ^ " " ^ show (norm (toDb [] (app (s, [k, v "a", v "b"])))) ^ "\n")
val () = print (show (toDb [] (Lam ("x", App (Lam ("y", App (v "y", v "x")), App (v "x", v "free"))))) ^ "\n")
