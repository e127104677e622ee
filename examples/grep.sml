#!/usr/bin/env -S kont run
(* Prints the lines of standard input that a regular expression matches; without an argument,
   those that contain a number with a fraction or a date.
   Shows: matching by derivatives, a datatype with smart constructors, a parser by hand.

   r|s  r*  r+  r?  (r)  .  [a-z0-9]  [^a-z]  \c *)

datatype regex =
    Nothing
  | Empty
  | Set of char -> bool
  | Then of regex * regex
  | Or of regex * regex
  | Star of regex

fun sequence (Nothing, _) = Nothing
  | sequence (_, Nothing) = Nothing
  | sequence (Empty, r) = r
  | sequence (r, Empty) = r
  | sequence rs = Then rs

fun either (Nothing, r) = r
  | either (r, Nothing) = r
  | either rs = Or rs

fun matchesEmpty (Nothing | Set _) = false
  | matchesEmpty (Empty | Star _) = true
  | matchesEmpty (Then (r, s)) = matchesEmpty r andalso matchesEmpty s
  | matchesEmpty (Or (r, s)) = matchesEmpty r orelse matchesEmpty s

(* What must follow after a character. *)
fun derive c (Nothing | Empty) = Nothing
  | derive c (Set p) = if p c then Empty else Nothing
  | derive c (Or (r, s)) = either (derive c r, derive c s)
  | derive c (r as Star s) = sequence (derive c s, r)
  | derive c (Then (r, s)) =
      let val first = sequence (derive c r, s) in
        if matchesEmpty r then either (first, derive c s) else first
      end

(* Does a part of the text match? A new attempt begins at each character. *)
fun search r text =
  let
    fun go (state, []) = matchesEmpty state
      | go (state, c :: rest) = matchesEmpty state orelse go (either (derive c state, r), rest)
  in
    go (r, explode text)
  end

exception Syntax

fun alternatives s =
  case concatenation (s, Empty) of
    (r, #"|" :: rest) => let val (s, rest) = alternatives rest in (either (r, s), rest) end
  | done => done

and concatenation (s, before') =
  case s of
    ([] | #"|" :: _ | #")" :: _) => (before', s)
  | _ =>
      let val (r, rest) = repeated (atom s) in concatenation (rest, sequence (before', r)) end

and repeated (r, #"*" :: rest) = repeated (Star r, rest)
  | repeated (r, #"+" :: rest) = repeated (sequence (r, Star r), rest)
  | repeated (r, #"?" :: rest) = repeated (either (r, Empty), rest)
  | repeated done = done

and atom (#"(" :: rest) =
      (case alternatives rest of (r, #")" :: rest) => (r, rest) | _ => raise Syntax)
  | atom (#"." :: rest) = (Set (fn _ => true), rest)
  | atom (#"[" :: #"^" :: rest) = let val (p, rest) = class (rest, fn _ => false) in (Set (not o p), rest) end
  | atom (#"[" :: rest) = let val (p, rest) = class (rest, fn _ => false) in (Set p, rest) end
  | atom (#"\\" :: c :: rest) = (Set (fn d => d = c), rest)
  | atom (c :: rest) = if Char.contains "*+?|)\\" c then raise Syntax else (Set (fn d => d = c), rest)
  | atom [] = raise Syntax

and class (#"]" :: rest, p) = (p, rest)
  | class (low :: #"-" :: high :: rest, p) = class (rest, fn c => low <= c andalso c <= high orelse p c)
  | class (c :: rest, p) = class (rest, fn d => d = c orelse p d)
  | class ([], _) = raise Syntax

fun parse text = case alternatives (explode text) of (r, []) => r | _ => raise Syntax

val pattern =
  case CommandLine.arguments () of
    [text] => text
  | _ => "[0-9]+\\.[0-9]+|[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"

fun filter r =
  case TextIO.inputLine TextIO.stdIn of
    NONE => ()
  | SOME line => (if search r line then print line else (); filter r)

val () = filter (parse pattern) handle Syntax => print ("not a regular expression: " ^ pattern ^ "\n")
