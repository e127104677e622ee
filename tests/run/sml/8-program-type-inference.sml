(* Program: Hindley-Milner type inference with references, levels and let-polymorphism. *)
datatype ty = TInt | TBool | TVar of tv ref | TFun of ty * ty | TPair of ty * ty | TList of ty | TGen of int
and tv = Free of int * int | Link of ty
datatype exp = Int of int | Bool of bool | Var of string | Lam of string * exp | App of exp * exp | Let of string * exp * exp | If of exp * exp * exp | Pair of exp * exp | Fix of exp
exception Type of string
val counter = ref 0
fun fresh level = (counter := !counter + 1; TVar (ref (Free (!counter, level))))
fun find (TVar (r as ref (Link t))) = let val t' = find t in r := Link t'; t' end | find t = t
fun adjust (r, level) t =
  case find t of
    TVar r' => if r = r' then raise Type "circular" else (case !r' of Free (n, l) => if l > level then r' := Free (n, level) else () | Link _ => ())
  | TFun (a, b) => (adjust (r, level) a; adjust (r, level) b)
  | TPair (a, b) => (adjust (r, level) a; adjust (r, level) b)
  | TList a => adjust (r, level) a
  | _ => ()
fun unify (a, b) =
  case (find a, find b) of
    (TInt, TInt) => () | (TBool, TBool) => ()
  | (TFun (a, b), TFun (c, d)) => (unify (a, c); unify (b, d))
  | (TPair (a, b), TPair (c, d)) => (unify (a, c); unify (b, d))
  | (TList a, TList b) => unify (a, b)
  | (t as TVar r, u) => if (case u of TVar r' => r = r' | _ => false) then () else bind (r, u)
  | (u, TVar r) => bind (r, u)
  | _ => raise Type "clash"
and bind (r, u) = case !r of Free (_, l) => (adjust (r, l) u; r := Link u) | Link _ => raise Type "linked"
fun generalise level t =
  let
    val seen = ref ([] : (tv ref * int) list)
    fun go t =
      case find t of
        TVar r => (case !r of
            Free (_, l) => if l <= level then TVar r else (case List.find (fn (r', _) => r = r') (!seen) of SOME (_, k) => TGen k | NONE => let val k = length (!seen) in seen := (r, k) :: !seen; TGen k end)
          | Link t => go t)
      | TFun (a, b) => let val a' = go a in TFun (a', go b) end
      | TPair (a, b) => let val a' = go a in TPair (a', go b) end
      | TList a => TList (go a)
      | t => t
    val t' = go t
  in (length (!seen), t') end
fun instance level (n, t) =
  let
    val vs = Vector.tabulate (n, fn _ => fresh level)
    fun go (TGen k) = Vector.sub (vs, k) | go (TFun (a, b)) = TFun (go a, go b) | go (TPair (a, b)) = TPair (go a, go b) | go (TList a) = TList (go a) | go t = t
  in go t end
fun infer env level e =
  case e of
    Int _ => TInt | Bool _ => TBool
  | Var x => (case List.find (fn (y, _) => x = y) env of SOME (_, s) => instance level s | NONE => raise Type ("unbound " ^ x))
  | Lam (x, b) => let val t = fresh level in TFun (t, infer ((x, (0, t)) :: env) level b) end
  | App (f, a) => let val tf = infer env level f val ta = infer env level a val r = fresh level in unify (tf, TFun (ta, r)); r end
  | Let (x, a, b) => let val t = infer env (level + 1) a in infer ((x, generalise level t) :: env) level b end
  | If (c, a, b) => let val () = unify (infer env level c, TBool) val t = infer env level a in unify (t, infer env level b); t end
  | Pair (a, b) => let val t = infer env level a in TPair (t, infer env level b) end
  | Fix f => let val t = fresh level in unify (infer env level f, TFun (t, t)); t end
fun show t =
  let
    fun name k = "'" ^ str (chr (97 + k))
    fun go p t = case t of
        TInt => "int" | TBool => "bool" | TGen k => name k | TVar _ => "?"
      | TList a => go 2 a ^ " list"
      | TPair (a, b) => paren (p > 1) (go 2 a ^ " * " ^ go 2 b)
      | TFun (a, b) => paren (p > 0) (go 1 a ^ " -> " ^ go 0 b)
    and paren true s = "(" ^ s ^ ")" | paren false s = s
  in go 0 t end
fun fn2 (a, b, c) = TFun (a, TFun (b, c))
val env = [("plus", (0, fn2 (TInt, TInt, TInt))), ("eq", (0, fn2 (TInt, TInt, TBool))), ("nil", (1, TList (TGen 0))), ("cons", (1, fn2 (TGen 0, TList (TGen 0), TList (TGen 0)))), ("fst", (2, TFun (TPair (TGen 0, TGen 1), TGen 0)))]
fun test e = print ((show (#2 (generalise 0 (infer env 1 e))) handle Type m => "error: " ^ m) ^ "\n")
val v = Var
fun app (f, l) = foldl (fn (x, f) => App (f, x)) f l
val () = List.app test
  [Lam ("x", v "x"), Lam ("f", Lam ("g", Lam ("x", App (v "f", App (v "g", v "x"))))), Let ("id", Lam ("x", v "x"), Pair (App (v "id", Int 1), App (v "id", Bool true))),
   Lam ("f", Pair (App (v "f", Int 1), App (v "f", Bool true))), Lam ("x", App (v "x", v "x")), Lam ("x", Let ("y", v "x", Pair (v "y", v "y"))),
   Fix (Lam ("f", Lam ("n", If (app (v "eq", [v "n", Int 0]), v "nil", app (v "cons", [v "n", App (v "f", app (v "plus", [v "n", Int ~1]))]))))),
   Lam ("p", App (v "fst", App (v "fst", v "p"))), If (Int 1, Int 2, Int 3), v "unknown", Lam ("x", Lam ("y", Lam ("z", app (v "x", [v "z", App (v "y", v "z")]))))]
