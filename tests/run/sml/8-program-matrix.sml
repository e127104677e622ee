(* Program: matrices as lists of lists and as arrays; determinant, product, transposition. *)
type matrix = int list list
fun transpose ([] : matrix) = [] : matrix
  | transpose ([] :: _) = []
  | transpose m = map hd m :: transpose (map tl m)
fun dot (a, b) = ListPair.foldl (fn (x, y, s) => x * y + s) 0 (a, b)
fun mul (a, b) = let val b' = transpose b in map (fn r => map (fn c => dot (r, c)) b') a end
fun drop (l, n) = List.take (l, n) @ List.drop (l, n + 1)
fun det [[x]] = x
  | det (m as first :: rest) =
      #2 (foldl (fn (x, (i, s)) => (i + 1, s + (if i mod 2 = 0 then 1 else ~1) * x * det (map (fn r => drop (r, i)) rest))) (0, 0) first)
  | det [] = 1
fun show m = String.concatWith "; " (map (fn r => String.concatWith " " (map Int.toString r)) m) ^ "\n"
val a = [[1, 2], [3, 4], [5, 6]]
val b = [[1, 0, 2], [0, 1, 3]]
val () = print (show (transpose a) ^ show (mul (a, b)) ^ show (mul (b, a)))
val () = print (Int.toString (det [[2, 0, 1], [1, 3, 2], [1, 1, 4]]) ^ " " ^ Int.toString (det [[1, 2], [2, 4]]) ^ "\n")
(* The same product with arrays of arrays. *)
fun arr m = Array.fromList (map Array.fromList m)
fun at (m, i, j) = Array.sub (Array.sub (m, i), j)
fun mulArr (a, b, n, k, m) =
  let
    val c = Array.tabulate (n, fn _ => Array.array (m, 0))
    val i = ref 0
  in
    while !i < n do
      (let val j = ref 0 in
         while !j < m do
           (let val s = ref 0 val l = ref 0 in
              while !l < k do (s := !s + at (a, !i, !l) * at (b, !l, !j); l := !l + 1);
              Array.update (Array.sub (c, !i), !j, !s)
            end;
            j := !j + 1)
       end;
       i := !i + 1);
    c
  end
val c = mulArr (arr a, arr b, 3, 2, 3)
val () = print (show (List.tabulate (3, fn i => List.tabulate (3, fn j => at (c, i, j)))))
fun power (m, 1) = m | power (m, n) = if n mod 2 = 0 then power (mul (m, m), n div 2) else mul (m, power (m, n - 1))
val () = print (show (power ([[1, 1], [1, 0]], 30)))
val reals = map (map real) a
val () = print (String.concatWith " " (map (fn r => Real.toString (foldl op+ 0.0 r / 2.0)) reals) ^ "\n")
