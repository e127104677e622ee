#!/usr/bin/env -S kont run
(* Solves a sudoku: the square with the fewest possibilities first, then back.
   Shows: sets as bits of a word, vectors that share nothing with their past, searching by options. *)

val puzzle =
  "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

(* A board: for each square the set of digits that it may have, as bits. *)
val full : word = 0wx1ff
fun bit digit = Word.<< (0w1, Word.fromInt (digit - 1))
fun isOne set = set <> 0w0 andalso Word.andb (set, set - 0w1) = 0w0
fun digits set = List.filter (fn d => Word.andb (set, bit d) <> 0w0) (List.tabulate (9, fn i => i + 1))

fun peers i j =
  i <> j andalso
  (i div 9 = j div 9 orelse i mod 9 = j mod 9
   orelse i div 27 = j div 27 andalso i mod 9 div 3 = j mod 9 div 3)
val peersOf = Vector.tabulate (81, fn i => List.filter (peers i) (List.tabulate (81, fn j => j)))

(* The board on which square i is one of a set of digits, with all that follows; NONE if that
   cannot be. *)
fun assign (board, i, set) =
  let
    val old = Vector.sub (board, i)
    val new = Word.andb (old, set)
    val board' = Vector.update (board, i, new)
  in
    if new = 0w0 then NONE
    else if new = old then SOME board
    else if isOne new then exclude (board', Vector.sub (peersOf, i), new)
    else SOME board'
  end

and exclude (board, [], _) = SOME board
  | exclude (board, j :: rest, set) =
      Option.mapPartial (fn board => exclude (board, rest, set)) (assign (board, j, Word.notb set))

(* The first success of trying each. *)
fun try f [] = NONE
  | try f (x :: rest) = case f x of NONE => try f rest | found => found

fun solve board =
  let
    fun fewer (i, set, best) =
      if isOne set then best
      else
        case best of
          SOME (_, n) => if length (digits set) < n then SOME (i, length (digits set)) else best
        | NONE => SOME (i, length (digits set))
  in
    case Vector.foldli fewer NONE board of
      NONE => SOME board
    | SOME (i, _) =>
        try (fn d => Option.mapPartial solve (assign (board, i, bit d))) (digits (Vector.sub (board, i)))
  end

fun read text =
  let
    fun given (i, #".", board) = board
      | given (i, c, board) = Option.mapPartial (fn b => assign (b, i, bit (ord c - ord #"0"))) board
  in
    CharVector.foldli given (SOME (Vector.tabulate (81, fn _ => full))) text
  end

fun show (i, set) =
  (print (Int.toString (hd (digits set))); print (if i mod 9 = 8 then "\n" else " "))

val () =
  case Option.mapPartial solve (read puzzle) of
    SOME board => Vector.appi show board
  | NONE => print "no solution\n"
