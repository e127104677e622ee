#!/usr/bin/env -S kont run
(* How often each word of standard input occurs, the ten most frequent first.
   Shows: a functor over an ordered type, a balanced tree, reading by lines. *)

signature ORDERED = sig
  type t
  val compare : t * t -> order
end

(* Red-black trees: no red node has a red child, and every path has as many black nodes. *)
functor Map (Key : ORDERED) = struct
  datatype colour = Red | Black
  datatype 'a map = Empty | Node of colour * 'a map * (Key.t * 'a) * 'a map

  val empty = Empty

  fun balance (Black, Node (Red, Node (Red, a, x, b), y, c), z, d) = Node (Red, Node (Black, a, x, b), y, Node (Black, c, z, d))
    | balance (Black, Node (Red, a, x, Node (Red, b, y, c)), z, d) = Node (Red, Node (Black, a, x, b), y, Node (Black, c, z, d))
    | balance (Black, a, x, Node (Red, Node (Red, b, y, c), z, d)) = Node (Red, Node (Black, a, x, b), y, Node (Black, c, z, d))
    | balance (Black, a, x, Node (Red, b, y, Node (Red, c, z, d))) = Node (Red, Node (Black, a, x, b), y, Node (Black, c, z, d))
    | balance node = Node node

  (* The map in which a key has what [change] makes of its value, or of none. *)
  fun update (key, change, map) =
    let
      fun go Empty = Node (Red, Empty, (key, change NONE), Empty)
        | go (Node (colour, l, (k, v), r)) =
            case Key.compare (key, k) of
              LESS => balance (colour, go l, (k, v), r)
            | EQUAL => Node (colour, l, (k, change (SOME v)), r)
            | GREATER => balance (colour, l, (k, v), go r)
    in
      case go map of
        Node (_, l, x, r) => Node (Black, l, x, r)
      | Empty => Empty
    end

  fun foldr f b Empty = b
    | foldr f b (Node (_, l, x, r)) = foldr f (f (x, foldr f b r)) l
end

structure Words = Map (type t = string val compare = String.compare)

fun count (word, map) = Words.update (word, fn NONE => 1 | SOME n => n + 1, map)

fun read map =
  case TextIO.inputLine TextIO.stdIn of
    NONE => map
  | SOME line => read (foldl count map (String.tokens (not o Char.isAlpha) (String.map Char.toLower line)))

(* Sorted by how often, and words of the same number as they stand in the dictionary. *)
fun insert ((w, n), []) = [(w, n : int)]
  | insert ((w, n), (v, m) :: rest) = if n >= m then (w, n) :: (v, m) :: rest else (v, m) :: insert ((w, n), rest)

val ranking = Words.foldr insert [] (read Words.empty)

val () =
  app (fn (w, n) => print (StringCvt.padLeft #" " 4 (Int.toString n) ^ "  " ^ w ^ "\n"))
    (List.take (ranking, Int.min (10, length ranking)))
