#!/usr/bin/env -S kont run
(* Conway's game of life on a torus: a glider goes on its way.
   Shows: two-dimensional arrays, iteration by higher-order functions. *)

val (rows, columns) = (8, 16)
val glider = [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)]

val start =
  Array2.tabulate Array2.RowMajor (rows, columns, fn cell => List.exists (fn c => c = cell) glider)

fun neighbours (board, i, j) =
  let
    val steps = [~1, 0, 1]
    fun alive (di, dj) =
      (di, dj) <> (0, 0) andalso Array2.sub (board, (i + di) mod rows, (j + dj) mod columns)
    fun count (di, n) = foldl (fn (dj, n) => if alive (di, dj) then n + 1 else n) n steps
  in
    foldl count 0 steps
  end

fun step board =
  Array2.tabulate Array2.RowMajor (rows, columns, fn (i, j) =>
    case neighbours (board, i, j) of
      3 => true
    | 2 => Array2.sub (board, i, j)
    | _ => false)

fun show board =
  let
    fun line i = Vector.foldr (fn (c, s) => (if c then "#" else ".") ^ s) "\n" (Array2.row (board, i))
  in
    print (String.concat (List.tabulate (rows, line)))
  end

fun iterate 0 f x = x
  | iterate n f x = iterate (n - 1) f (f x)

val () = (show start; print "\nafter 20 steps\n\n"; show (iterate 20 step start))
