#!/usr/bin/env -S kont run
(* Do two trees have the same leaves, whatever their shapes? Each is walked only as far as needed.
   Shows: continuations as values, which make a generator of any function that walks. *)

structure Cont = SMLofNJ.Cont

datatype tree = Leaf of int | Fork of tree * tree

(* A generator gives the next element each time it is called. [walk] is called once, with the
   function that yields; the two sides keep each other's continuation while they wait. *)
fun generator (walk : ('a -> unit) -> unit) : unit -> 'a option =
  let
    val resume : unit Cont.cont option ref = ref NONE
    val return : 'a option Cont.cont option ref = ref NONE
    fun give x = case !return of SOME k => Cont.throw k x | NONE => raise Fail "nobody asked"
    fun yield x = Cont.callcc (fn k => (resume := SOME k; give (SOME x)))
    fun finished () = Cont.callcc (fn k => (resume := SOME k; give NONE))
    fun start () = (walk yield; finished (); start ())
  in
    fn () =>
      Cont.callcc (fn k =>
        (return := SOME k;
         case !resume of
           SOME k => Cont.throw k ()
         | NONE => (start (); NONE)))
  end

fun leaves (Leaf n) yield = yield n
  | leaves (Fork (l, r)) yield = (leaves l yield; leaves r yield)

fun sameFringe (t, u) =
  let
    val (left, right) = (generator (leaves t), generator (leaves u))
    fun go n =
      case (left (), right ()) of
        (NONE, NONE) => "the same " ^ Int.toString n ^ " leaves"
      | (x, y) => if x = y then go (n + 1) else "different at leaf " ^ Int.toString n
  in
    go 0
  end

(* The numbers from a to b in a tree that leans to one side, or to the other. *)
fun left (a, b) = if a = b then Leaf a else Fork (left (a, b - 1), Leaf b)
fun right (a, b) = if a = b then Leaf a else Fork (Leaf a, right (a + 1, b))

val () = print (sameFringe (left (1, 1000), right (1, 1000)) ^ "\n")
val () = print (sameFringe (left (1, 1000), Fork (right (1, 500), right (502, 1000))) ^ "\n")
