#!/usr/bin/env -S kont run
(* Numbers, words and pairs that come one at a time, from functions that know nothing of it.
   Shows: a library of generators by `Cont.callcc`, which are made of functions that walk, and are
   combined like lists that need not end. *)

signature GENERATOR = sig
  type 'a gen
  (* [from walk] gives what [walk] passes to the function that it is called with. *)
  val from : (('a -> unit) -> unit) -> 'a gen
  (* The next element; after the last one always NONE. *)
  val next : 'a gen -> 'a option
  val map : ('a -> 'b) -> 'a gen -> 'b gen
  val filter : ('a -> bool) -> 'a gen -> 'a gen
  val take : int -> 'a gen -> 'a gen
  val zip : 'a gen * 'b gen -> ('a * 'b) gen
  (* The elements of two generators that are in order, in order. *)
  val merge : ('a * 'a -> order) -> 'a gen * 'a gen -> 'a gen
  val app : ('a -> unit) -> 'a gen -> unit
  val toList : 'a gen -> 'a list
end

structure Generator :> GENERATOR = struct
  datatype 'a gen = Gen of unit -> 'a option

  fun next (Gen f) = f ()

  fun from (walk : ('a -> unit) -> unit) =
    let
      (* Where the walk goes on, once it has begun, and where its next element is wanted. *)
      val inside : unit Cont.cont option ref = ref NONE
      val outside : 'a option Cont.cont option ref = ref NONE
      fun give x = Cont.throw (valOf (!outside)) x
      fun yield x = Cont.callcc (fn k => (inside := SOME k; give (SOME x)))
      fun ended () = (Cont.callcc (fn k => (inside := SOME k; give NONE)); ended ())
    in
      Gen
        (fn () =>
           Cont.callcc
             (fn k =>
                (outside := SOME k;
                 case !inside of
                   SOME k => Cont.throw k ()
                 | NONE => (walk yield; ended ()))))
    end

  fun app f g = case next g of SOME x => (f x; app f g) | NONE => ()

  fun map f g = Gen (fn () => Option.map f (next g))

  fun filter p g =
    let
      fun go () = case next g of SOME x => if p x then SOME x else go () | NONE => NONE
    in
      Gen go
    end

  fun take n g =
    let val left = ref n in
      Gen (fn () => if !left <= 0 then NONE else (left := !left - 1; next g))
    end

  fun zip (a, b) =
    Gen
      (fn () =>
         case next a of
           NONE => NONE
         | SOME x => case next b of NONE => NONE | SOME y => SOME (x, y))

  fun merge compare (a, b) =
    from
      (fn yield =>
         let
           fun rest (x, g) = (yield x; app yield g)
           fun go (NONE, NONE) = ()
             | go (SOME x, NONE) = rest (x, a)
             | go (NONE, SOME y) = rest (y, b)
             | go (SOME x, SOME y) =
                 case compare (x, y) of
                   GREATER => (yield y; go (SOME x, next b))
                 | _ => (yield x; go (next a, SOME y))
         in
           go (next a, next b)
         end)

  fun toList g = case next g of SOME x => x :: toList g | NONE => []
end

structure G = Generator

(* The numbers from one on, without end. *)
fun from n = G.from (fn yield => let fun go n = (yield n; go (n + 1)) in go n end)

(* The moves of the towers of Hanoi, in the order in which they are made. *)
fun hanoi n =
  G.from
    (fn yield =>
       let
         fun move (0, _, _, _) = ()
           | move (n, a, b, c) = (move (n - 1, a, c, b); yield (a, c); move (n - 1, b, a, c))
       in
         move (n, "left", "middle", "right")
       end)

fun permutations l =
  G.from
    (fn yield =>
       let
         fun insert (x, front, []) k = k (List.rev (x :: front))
           | insert (x, front, back as y :: rest) k =
               (k (List.revAppend (front, x :: back)); insert (x, y :: front, rest) k)
         fun go [] k = k []
           | go (x :: rest) k = go rest (fn l => insert (x, [], l) k)
       in
         go l yield
       end)

fun show l = print (String.concatWith " " l ^ "\n")
val ints = List.map Int.toString o G.toList

val () = show (ints (G.take 10 (G.filter (fn n => n mod 7 = 3) (from 1))))
val squares = G.map (fn n => n * n) (from 1)
val multiples = G.map (fn n => 3 * n) (from 1)
val () = show (ints (G.take 10 (G.merge Int.compare (squares, multiples))))
val () =
  G.app
    (fn (n, (a, b)) => print (Int.toString n ^ ". from " ^ a ^ " to " ^ b ^ "\n"))
    (G.zip (from 1, hanoi 3))
val () = show (List.map String.implode (G.toList (permutations (String.explode "abc"))))
