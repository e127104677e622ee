#!/usr/bin/env -S kont run
(* Huffman's code for standard input: the code of each character, and what it saves.
   Shows: arrays, a priority queue as a leftist heap, trees, formatted tables. *)

datatype tree = Leaf of char * int | Fork of tree * tree * int

fun weight (Leaf (_, n) | Fork (_, _, n)) = n

structure Heap = struct
  datatype heap = Empty | Node of int * tree * heap * heap
  fun rank Empty = 0
    | rank (Node (r, _, _, _)) = r
  fun node (x, a, b) = if rank a >= rank b then Node (rank b + 1, x, a, b) else Node (rank a + 1, x, b, a)
  fun merge (Empty, h) = h
    | merge (h, Empty) = h
    | merge (h as Node (_, x, a, b), h' as Node (_, y, a', b')) =
        if weight x <= weight y then node (x, a, merge (b, h')) else node (y, a', merge (h, b'))
  fun insert (x, h) = merge (Node (1, x, Empty, Empty), h)
  fun take Empty = NONE
    | take (Node (_, x, a, b)) = SOME (x, merge (a, b))
end

fun counts text =
  let
    val table = Array.array (256, 0)
    fun add c = Array.update (table, ord c, Array.sub (table, ord c) + 1)
  in
    CharVector.app add text;
    Array.foldri (fn (_, 0, l) => l | (i, n, l) => (chr i, n) :: l) [] table
  end

(* The two lightest trees become one, until one is left. *)
fun join heap =
  case Heap.take heap of
    NONE => NONE
  | SOME (a, rest) =>
      case Heap.take rest of
        NONE => SOME a
      | SOME (b, rest) => join (Heap.insert (Fork (a, b, weight a + weight b), rest))

fun codes (Leaf (c, n), path, l) = (c, n, if path = "" then "0" else path) :: l
  | codes (Fork (a, b, _), path, l) = codes (a, path ^ "0", codes (b, path ^ "1", l))

val text = TextIO.inputAll TextIO.stdIn
val heap = foldl (fn (leaf, h) => Heap.insert (Leaf leaf, h)) Heap.Empty (counts text)
val table = case join heap of NONE => [] | SOME tree => codes (tree, "", [])
val bits = foldl (fn ((_, n, code), sum) => sum + n * size code) 0 table

fun line (c, n, code) =
  print (StringCvt.padRight #" " 6 ("'" ^ Char.toString c ^ "'") ^ StringCvt.padLeft #" " 4 (Int.toString n) ^ "  " ^ code ^ "\n")

val () = app line table
val () = print (Int.toString (8 * size text) ^ " bits become " ^ Int.toString bits ^ "\n")
