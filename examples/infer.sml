#!/usr/bin/env -S kont run
(* Types for a small functional language, found as Hindley and Milner do, with unification.
   Shows: references as type variables, levels for polymorphism, exceptions as errors. *)

datatype exp =
    Var of string
  | Int of int
  | Fn of string * exp
  | App of exp * exp
  | Let of string * exp * exp

datatype ty = Arrow of ty * ty | Con of string | Hole of hole ref
and hole = Link of ty | Open of int * int   (* number and level *)

exception Type of string

val next = ref 0
fun fresh level = (next := !next + 1; Hole (ref (Open (!next, level))))

(* A type without links at its root. *)
fun root (Hole (ref (Link t))) = root t
  | root t = t

fun show t =
  let
    fun letter n = str (chr (ord #"a" + n))
    fun name (r, names) =
      let
        fun go ([], _) = NONE
          | go (r' :: rest, n) = if r = r' then SOME n else go (rest, n + 1)
      in
        case go (names, 0) of
          SOME n => (letter n, names)
        | NONE => (letter (length names), names @ [r])
      end
    fun go (t, left, names) =
      case root t of
        Con c => (c, names)
      | Hole r => let val (n, names) = name (r, names) in ("'" ^ n, names) end
      | Arrow (a, b) =>
          let
            val (a, names) = go (a, true, names)
            val (b, names) = go (b, false, names)
            val text = a ^ " -> " ^ b
          in
            (if left then "(" ^ text ^ ")" else text, names)
          end
  in
    #1 (go (t, false, []))
  end

(* Makes sure that r is not in t, and that what is in t lives no longer than r's level. *)
fun occurs (r, level, t) =
  case root t of
    Con _ => ()
  | Arrow (a, b) => (occurs (r, level, a); occurs (r, level, b))
  | Hole r' =>
      if r = r' then raise Type "a type would contain itself"
      else case !r' of Open (n, l) => r' := Open (n, Int.min (l, level)) | Link _ => ()

fun unify (t, u) =
  case (root t, root u) of
    (Con a, Con b) => if a = b then () else raise Type (a ^ " is not " ^ b)
  | (Arrow (a, b), Arrow (c, d)) => (unify (a, c); unify (b, d))
  | (Hole r, u') => if u' = Hole r then () else point (r, u')
  | (t', Hole r) => point (r, t')
  | (t', u') => raise Type (show t' ^ " is not " ^ show u')

and point (r, t) =
  case !r of
    Open (_, level) => (occurs (r, level, t); r := Link t)
  | Link _ => ()

(* A copy with fresh variables for those of a deeper level than the environment's. *)
fun instance (level, t) =
  let
    val copies = ref []
    fun go t =
      case root t of
        Con c => Con c
      | Arrow (a, b) => Arrow (go a, go b)
      | Hole r =>
          case !r of
            Open (_, l) =>
              if l <= level then Hole r
              else
                (case List.find (fn (r', _) => r = r') (!copies) of
                   SOME (_, copy) => copy
                 | NONE => let val copy = fresh level in copies := (r, copy) :: !copies; copy end)
          | Link t => go t
  in
    go t
  end

fun infer (env, level, e) =
  case e of
    Int _ => Con "int"
  | Var x =>
      (case List.find (fn (y, _, _) => x = y) env of
         SOME (_, t, true) => instance (level, t)
       | SOME (_, t, false) => t
       | NONE => raise Type (x ^ " is not bound"))
  | Fn (x, body) => let val a = fresh level in Arrow (a, infer ((x, a, false) :: env, level, body)) end
  | App (f, a) =>
      let val result = fresh level in
        unify (infer (env, level, f), Arrow (infer (env, level, a), result)); result
      end
  | Let (x, e, body) => infer ((x, infer (env, level + 1, e), true) :: env, level, body)

val int = Con "int"
val env = [("plus", Arrow (int, Arrow (int, int)), false)]

fun app2 (f, a, b) = App (App (f, a), b)
val programs =
  [("identity", Fn ("x", Var "x")),
   ("compose", Fn ("f", Fn ("g", Fn ("x", App (Var "f", App (Var "g", Var "x")))))),
   ("substitute", Fn ("f", Fn ("g", Fn ("x", app2 (Var "f", Var "x", App (Var "g", Var "x")))))),
   ("twice", Let ("twice", Fn ("f", Fn ("x", App (Var "f", App (Var "f", Var "x")))),
                  App (App (Var "twice", Var "twice"), App (Var "plus", Int 1)))),
   ("polymorphic", Let ("id", Fn ("x", Var "x"), App (App (Var "id", Var "id"), Int 3))),
   ("self", Fn ("x", App (Var "x", Var "x"))),
   ("wrong", app2 (Var "plus", Int 1, Fn ("x", Var "x")))]

val () =
  app (fn (name, e) => print (name ^ " : " ^ (show (infer (env, 0, e)) handle Type why => "error, " ^ why) ^ "\n")) programs
