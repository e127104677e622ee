#!/usr/bin/env -S kont run
(* Which digits make SEND + MORE = MONEY right, and how are the countries coloured?
   Shows: backtracking by `Cont.callcc`: `choose` comes back with another value whenever something
   later fails, and the program reads as if it guessed right. *)

signature AMB = sig
  exception Exhausted
  (* One of several values: the first one with which the rest does not fail. *)
  val choose : 'a list -> 'a
  val fail : unit -> 'a
  val require : bool -> unit
  (* The first solution; no choice in it is taken back later. *)
  val one : (unit -> 'a) -> 'a option
  (* All solutions. *)
  val all : (unit -> 'a) -> 'a list
end

structure Amb :> AMB = struct
  exception Exhausted

  (* Where the choices go on that are still open, the last one first. *)
  val open' : unit Cont.cont list ref = ref []

  fun fail () =
    case !open' of
      k :: rest => (open' := rest; Cont.throw k ())
    | [] => raise Exhausted

  fun choose [] = fail ()
    | choose [x] = x
    | choose (x :: rest) =
        Cont.callcc
          (fn return =>
             (Cont.callcc (fn k => (open' := k :: !open'; Cont.throw return x));
              choose rest))

  fun require true = ()
    | require false = fail ()

  (* Choices that were open outside are closed to the search inside. *)
  fun search f =
    let
      val outside = !open'
      val () = open' := []
      val result = f () handle e => (open' := outside; raise e)
    in
      open' := outside;
      result
    end

  fun one f = search (fn () => SOME (f ()) handle Exhausted => NONE)

  fun all f =
    search
      (fn () =>
         let val found = ref [] in
           (found := f () :: !found; fail ()) handle Exhausted => List.rev (!found)
         end)
end

open Amb

val digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
fun without used = List.filter (fn d => not (List.exists (fn u => u = d) used)) digits

(* The sum column by column from the right, each with the carry of the one before. *)
fun money () =
  let
    val d = choose digits
    val e = choose (without [d])
    val y = (d + e) mod 10
    val () = require (y <> d andalso y <> e)
    val n = choose (without [d, e, y])
    val r = choose (without [d, e, y, n])
    val sum = n + r + (d + e) div 10
    val () = require (sum mod 10 = e)
    val o' = choose (without [d, e, y, n, r])
    val sum = e + o' + sum div 10
    val () = require (sum mod 10 = n)
    val s = choose (without [0, d, e, y, n, r, o'])
    val m = choose (without [0, d, e, y, n, r, o', s])
    val sum = s + m + sum div 10
    val () = require (sum mod 10 = o' andalso sum div 10 = m)
    fun number l = List.foldl (fn (digit, n) => 10 * n + digit) 0 l
  in
    (number [s, e, n, d], number [m, o', r, e], number [m, o', n, e, y])
  end

val borders =
  [("Portugal", []), ("Spain", ["Portugal"]), ("France", ["Spain"]), ("Belgium", ["France"]),
   ("Luxembourg", ["France", "Belgium"]), ("Germany", ["France", "Belgium", "Luxembourg"]),
   ("Switzerland", ["France", "Germany"]), ("Italy", ["France", "Switzerland"]),
   ("Austria", ["Germany", "Switzerland", "Italy"])]

fun colouring colours =
  let
    fun paint ([], painted) = List.rev painted
      | paint ((country, neighbours) :: rest, painted) =
          let
            val colour = choose colours
            fun same (other, its) = its = colour andalso List.exists (fn n => n = other) neighbours
          in
            require (not (List.exists same painted));
            paint (rest, (country, colour) :: painted)
          end
  in
    paint (borders, [])
  end

val () =
  case one money of
    SOME (send, more, money) =>
      print
        (Int.toString send ^ " + " ^ Int.toString more ^ " = " ^ Int.toString money ^ "\n")
  | NONE => print "no solution\n"

val () =
  case one (fn () => colouring ["red", "green", "blue"]) of
    SOME _ => print "three colours do\n"
  | NONE => print "three colours do not do\n"

val () =
  case one (fn () => colouring ["red", "green", "blue", "yellow"]) of
    SOME l => List.app (fn (country, colour) => print (country ^ " is " ^ colour ^ "\n")) l
  | NONE => print "nor do four\n"

val () =
  print
    (Int.toString (List.length (all (fn () => colouring ["red", "green", "blue", "yellow"])))
     ^ " ways with four\n")
