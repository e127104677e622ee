#!/usr/bin/env -S kont run
(* Lines of text become lines of another length, and every ** an ^. The two halves are written as if
   each were the main program: one reads characters and gives them, the other takes and prints them.
   Shows: coroutines by `Cont.callcc`, a problem of Conway's for which he invented them. *)

signature COROUTINE = sig
  (* One that is resumed with a question and stops at an answer. *)
  type ('a, 'b) coroutine
  (* The function gets [yield], which stops with an answer and gives the next question, and the
     first question. Its result is the last answer. *)
  val create : (('b -> 'a) * 'a -> 'b) -> ('a, 'b) coroutine
  exception Ended
  (* Goes on where it has stopped; raises Ended behind the last answer. *)
  val resume : ('a, 'b) coroutine * 'a -> 'b
end

structure Coroutine :> COROUTINE = struct
  datatype ('a, 'b) state =
    New of ('b -> 'a) * 'a -> 'b
  | Stopped of 'a Cont.cont
  | Running of 'b Cont.cont
  | Over
  type ('a, 'b) coroutine = ('a, 'b) state ref

  exception Ended

  fun create f = ref (New f)

  (* Whoever has resumed it last gets the answer. *)
  fun answer (c, state, x) =
    case !c of
      Running k => (c := state; Cont.throw k x)
    | New _ => raise Fail "an answer before a question"
    | Stopped _ => raise Fail "an answer before a question"
    | Over => raise Ended

  fun yield c x = Cont.callcc (fn k => answer (c, Stopped k, x))

  fun resume (c, x) =
    Cont.callcc
      (fn k =>
         case !c of
           New f => (c := Running k; answer (c, Over, f (yield c, x)))
         | Stopped inside => (c := Running k; Cont.throw inside x)
         | Running _ => raise Fail "a coroutine that resumes itself"
         | Over => raise Ended)
end

(* Gives the characters of lines, with a space behind each line, and then NONE. *)
fun characters lines =
  Coroutine.create
    (fn (yield, ()) =>
       let
         fun line text =
           (CharVector.app (fn c => yield (SOME c)) text; yield (SOME #" "))
       in
         List.app line lines;
         NONE
       end)

(* Takes characters, and gives them on; two stars are one character. *)
fun squeezed input =
  Coroutine.create
    (fn (yield, ()) =>
       let
         fun next () = Coroutine.resume (input, ())
         fun go NONE = NONE
           | go (SOME #"*") =
               (case next () of
                  SOME #"*" => (yield (SOME #"^"); go (next ()))
                | other => (yield (SOME #"*"); go other))
           | go (SOME c) = (yield (SOME c); go (next ()))
       in
         go (next ())
       end)

(* Takes characters one at a time and prints them in lines of so many; NONE ends the last one. *)
fun printer width =
  Coroutine.create
    (fn (yield, first) =>
       let
         fun go (NONE, line) = flush line
           | go (SOME c, line) =
               if List.length line + 1 < width then go (yield (), c :: line)
               else (flush (c :: line); go (yield (), []))
         and flush line = print (String.implode (List.rev line) ^ "\n")
       in
         go (first, [])
       end)

val text = ["a**2 + b**2 = c**2", "2 * 3 ** 4 * 5", "the last star is alone *"]

val input = squeezed (characters text)
val output = printer 16

fun copy () =
  case Coroutine.resume (input, ()) of
    SOME c => (Coroutine.resume (output, SOME c); copy ())
  | NONE => Coroutine.resume (output, NONE)

val () = copy ()
val () = Coroutine.resume (output, NONE) handle Coroutine.Ended => print "it has ended\n"
