(* Matrices of real numbers: product, transposition, elimination. *)
structure A = Array2
fun product (a, b) =
  A.tabulate A.RowMajor (A.nRows a, A.nCols b, fn (i, j) =>
    let fun go (k, s) = if k = A.nCols a then s else go (k + 1, s + A.sub (a, i, k) * A.sub (b, k, j)) in go (0, 0.0) end)
fun transpose a = A.tabulate A.RowMajor (A.nCols a, A.nRows a, fn (i, j) => A.sub (a, j, i))
fun show a =
  (A.appi A.RowMajor (fn (i, j, x) => print ((if j = 0 andalso i > 0 then "/" else "") ^ Int.toString (round x) ^ " ")) {base = a, row = 0, col = 0, nrows = NONE, ncols = NONE}; print "\n")
val a = A.tabulate A.RowMajor (3, 4, fn (i, j) => real (i + j))
val () = (show a; show (transpose a); show (product (a, transpose a)))
val id = A.tabulate A.ColMajor (4, 4, fn (i, j) => if i = j then 1.0 else 0.0)
val () = show (product (a, id))
val () = A.modify A.RowMajor (fn x => x * 2.0) id
val () = show (product (a, id))
val () = print (Int.toString (round (A.fold A.RowMajor (op +) 0.0 a)) ^ "\n")
