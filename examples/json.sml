#!/usr/bin/env -S kont run
(* Reads JSON from standard input and prints it with one member a line.
   Shows: a datatype for a language, a parser on substrings, mutual recursion, exceptions. *)

datatype json =
    Null
  | Bool of bool
  | Number of string
  | String of string
  | Array of json list
  | Object of (string * json) list

exception Syntax of string * int

structure S = Substring

fun wrong (what, s) = let val (_, at, _) = S.base s in raise Syntax (what, at) end
val skip = S.dropl Char.isSpace

(* What follows a word that must be there. *)
fun expect word s =
  if S.isPrefix word s then S.triml (size word) s else wrong ("expected " ^ word, s)

(* Characters up to the closing quote; escapes stay as they are written. *)
fun string s =
  let
    val rest = expect "\"" s
    fun length s =
      case S.getc s of
        SOME (#"\"", _) => 0
      | SOME (#"\\", t) => 2 + length (S.triml 1 t)
      | SOME (_, t) => 1 + length t
      | NONE => wrong ("a string without end", rest)
    val n = length rest
  in
    (S.string (S.slice (rest, 0, SOME n)), S.triml (n + 1) rest)
  end

(* Items between brackets, with commas. *)
fun sequence (close, item) s =
  let
    fun more (s, items) =
      let
        val (x, s) = item s
        val s = skip s
      in
        case S.first s of
          SOME #"," => more (S.triml 1 s, x :: items)
        | _ => (rev (x :: items), expect close s)
      end
    val s = skip (S.triml 1 s)
  in
    if S.isPrefix close s then ([], S.triml 1 s) else more (s, [])
  end

fun value s =
  let val s = skip s in
    case S.first s of
      SOME #"n" => (Null, expect "null" s)
    | SOME #"t" => (Bool true, expect "true" s)
    | SOME #"f" => (Bool false, expect "false" s)
    | SOME #"\"" => let val (text, s) = string s in (String text, s) end
    | SOME #"[" => let val (items, s) = sequence ("]", value) s in (Array items, s) end
    | SOME #"{" => let val (members, s) = sequence ("}", member) s in (Object members, s) end
    | _ =>
        let val (digits, rest) = S.splitl (fn c => Char.isDigit c orelse Char.contains "+-.eE" c) s in
          if S.isEmpty digits then wrong ("expected a value", s) else (Number (S.string digits), rest)
        end
  end

and member s =
  let
    val (name, s) = string (skip s)
    val (x, s) = value (expect ":" (skip s))
  in
    ((name, x), s)
  end

fun quoted s = "\"" ^ s ^ "\""

fun show indent json =
  let
    val inner = indent ^ "  "
    fun block (left, [], right) = left ^ right
      | block (left, lines, right) =
          left ^ "\n" ^ inner ^ String.concatWith (",\n" ^ inner) lines ^ "\n" ^ indent ^ right
  in
    case json of
      Null => "null"
    | Bool b => Bool.toString b
    | Number n => n
    | String s => quoted s
    | Array items => block ("[", map (show inner) items, "]")
    | Object members => block ("{", map (fn (name, x) => quoted name ^ ": " ^ show inner x) members, "}")
  end

val () =
  let
    val (json, rest) = value (S.full (TextIO.inputAll TextIO.stdIn))
  in
    if S.isEmpty (skip rest) then print (show "" json ^ "\n") else wrong ("more than one value", rest)
  end
  handle Syntax (what, at) => (print ("at byte " ^ Int.toString at ^ ": " ^ what ^ "\n"); OS.Process.exit OS.Process.failure)
