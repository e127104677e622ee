(* Program: first-order unification with an occurs check and substitutions as association lists. *)
datatype term = V of string | C of string * term list
exception Clash of string * string and Occurs of string
fun apply s (V x) = (case List.find (fn (y, _) => x = y) s of SOME (_, t) => apply s t | NONE => V x)
  | apply s (C (f, ts)) = C (f, map (apply s) ts)
fun occurs x (V y) = x = y | occurs x (C (_, ts)) = List.exists (occurs x) ts
fun unify (s, a, b) =
  case (apply s a, apply s b) of
    (V x, V y) => if x = y then s else (x, V y) :: s
  | (V x, t) => if occurs x t then raise Occurs x else (x, t) :: s
  | (t, V x) => if occurs x t then raise Occurs x else (x, t) :: s
  | (C (f, ts), C (g, us)) =>
      if f <> g orelse length ts <> length us then raise Clash (f, g)
      else ListPair.foldl (fn (t, u, s) => unify (s, t, u)) s (ts, us)
fun show (V x) = x | show (C (f, [])) = f
  | show (C (f, ts)) = f ^ "(" ^ String.concatWith "," (map show ts) ^ ")"
val x = V "x" val y = V "y" val z = V "z"
fun f ts = C ("f", ts) fun g t = C ("g", [t]) val a = C ("a", []) val b = C ("b", [])
fun test (t, u) =
  (let val s = unify ([], t, u) in print (show t ^ " = " ^ show u ^ ": " ^ show (apply s t) ^ (if apply s t = apply s u then "" else " WRONG") ^ "\n") end)
  handle Clash (p, q) => print (show t ^ " = " ^ show u ^ ": clash " ^ p ^ " " ^ q ^ "\n")
       | Occurs v => print (show t ^ " = " ^ show u ^ ": " ^ v ^ " occurs\n")
val () = app test
  [(x, a), (f [x, g y], f [g z, x]), (f [x, y, z], f [y, z, a]), (x, g x), (f [x, b], f [a, x]), (f [a], f [a, b]), (f [x, x], f [g y, g (g a)]), (g (f [x, y]), g (f [y, g x])), (a, a), (a, b)]
