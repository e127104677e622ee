(* Functions on arrays of two dimensions at minInt, ~1, 0, the length, one more, and maxInt. *)
fun edges n = [valOf Int.minInt, ~1, 0, n, n + 1, valOf Int.maxInt]
fun row (name, n, f) = print (name ^ ": " ^ String.concatWith " " (map (fn i => f i handle e => exnName e) (edges n)) ^ "\n")
exception Enough
fun few (i, j) = if i < 9 andalso j < 9 then Char.chr (97 + 3 * i + j) else raise Enough
fun new () = Array2.tabulate Array2.RowMajor (2, 3, few)
fun all a = String.concatWith "/" (List.tabulate (Array2.nRows a, fn i => implode (Vector.foldr op :: [] (Array2.row (a, i)))))
fun region (r, c, nr, nc) =
  let val out = ref [] in
    Array2.app Array2.RowMajor (fn c => out := c :: !out) (new ());
    out := [];
    Array2.appi Array2.RowMajor (fn (_, _, c) => out := c :: !out) {base = new (), row = r, col = c, nrows = nr, ncols = nc};
    "[" ^ implode (rev (!out)) ^ "]"
  end

val () = row ("Array2.sub row", 2, fn i => str (Array2.sub (new (), i, 0)))
val () = row ("Array2.sub column", 3, fn j => str (Array2.sub (new (), 0, j)))
val () = row ("Array2.sub last column", 2, fn j => str (Array2.sub (new (), 1, j)))
val () = row ("Array2.update row", 2, fn i => let val a = new () in Array2.update (a, i, 0, #"!"); all a end)
val () = row ("Array2.update column", 3, fn j => let val a = new () in Array2.update (a, 0, j, #"!"); all a end)
val () = row ("Array2.row", 2, fn i => implode (Vector.foldr op :: [] (Array2.row (new (), i))))
val () = row ("Array2.column", 3, fn j => implode (Vector.foldr op :: [] (Array2.column (new (), j))))
val () = row ("Array2.array rows", 2, fn n => all (Array2.array (n, 1, #"x")))
val () = row ("Array2.array columns", 2, fn n => all (Array2.array (1, n, #"x")))
val () = row ("Array2.tabulate rows", 2, fn n => all (Array2.tabulate Array2.RowMajor (n, 1, few)))
val () = row ("Array2.tabulate columns", 2, fn n => all (Array2.tabulate Array2.ColMajor (1, n, few)))
val () = row ("region row", 2, fn i => region (i, 0, NONE, NONE))
val () = row ("region column", 3, fn j => region (0, j, NONE, NONE))
val () = row ("region rows", 2, fn n => region (0, 0, SOME n, NONE))
val () = row ("region columns", 3, fn n => region (0, 0, NONE, SOME n))
val () = row ("region rows from 1", 1, fn n => region (1, 0, SOME n, NONE))
val () = row ("region columns from 1", 2, fn n => region (0, 1, NONE, SOME n))
fun copy (i, j) = let val a = Array2.tabulate Array2.RowMajor (3, 4, fn _ => #".") in Array2.copy {src = {base = new (), row = 0, col = 0, nrows = NONE, ncols = NONE}, dst = a, dst_row = i, dst_col = j}; all a end
val () = row ("Array2.copy row", 1, fn i => copy (i, 0))
val () = row ("Array2.copy column", 1, fn j => copy (0, j))
