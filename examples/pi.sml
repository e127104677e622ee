#!/usr/bin/env -S kont run
(* The digits of pi, as many as the argument says (50 without one), by Gibbons' spigot.
   Shows: integers without limit, a stream that is made as it is read, command-line arguments. *)

val big = IntInf.fromInt
infix 7 ** // infix 6 ++ --
val (op **, op //, op ++, op --) = (IntInf.*, IntInf.div, IntInf.+, IntInf.-)

datatype 'a stream = Cons of 'a * (unit -> 'a stream)

(* The state is a linear fractional transformation (q z + r) / t, composed with the terms of a
   series for pi; a digit comes out as soon as the terms to come cannot change it. *)
fun digits (q, r, t, k, n, l) =
  if big 4 ** q ++ r -- t < n ** t then
    Cons (IntInf.toInt n, fn () =>
      digits (big 10 ** q, big 10 ** (r -- n ** t), t, k,
              (big 10 ** (big 3 ** q ++ r)) // t -- big 10 ** n, l))
  else
    digits (q ** k, (big 2 ** q ++ r) ** l, t ** l, k ++ big 1,
            (q ** (big 7 ** k ++ big 2) ++ r ** l) // (t ** l), l ++ big 2)

val pi = digits (big 1, big 0, big 1, big 1, big 3, big 3)

fun take (_, 0) = []
  | take (Cons (x, rest), n) = x :: take (rest (), n - 1)

val count =
  case CommandLine.arguments () of
    [text] => getOpt (Int.fromString text, 50)
  | _ => 50

val text = String.concat (map Int.toString (take (pi, count)))
val () = print (String.substring (text, 0, 1) ^ "." ^ String.extract (text, 1, NONE) ^ "\n")
