(* Program: a knight's tour on a 6 by 6 board by Warnsdorff's rule with backtracking. *)
val n = 6
val board = Array.array (n * n, 0)
val moves = [(1, 2), (2, 1), (2, ~1), (1, ~2), (~1, ~2), (~2, ~1), (~2, 1), (~1, 2)]
fun free (x, y) = x >= 0 andalso x < n andalso y >= 0 andalso y < n andalso Array.sub (board, x * n + y) = 0
fun next (x, y) = List.filter free (map (fn (dx, dy) => (x + dx, y + dy)) moves)
fun insert (p, []) = [p] | insert (p as (k : int, _), q :: r) = if k <= #1 q then p :: q :: r else q :: insert (p, r)
fun ordered p = map #2 (foldl (fn (q, l) => insert ((length (next q), q), l)) [] (next p))
exception Found
fun tour (p as (x, y), k) =
  (Array.update (board, x * n + y, k);
   if k = n * n then raise Found else app (fn q => tour (q, k + 1)) (ordered p);
   Array.update (board, x * n + y, 0))
val found = (tour ((0, 0), 1); false) handle Found => true
fun position k = let fun go i = if Array.sub (board, i) = k then (i div n, i mod n) else go (i + 1) in go 0 end
fun legal k = k = n * n orelse
  let val (a, b) = position k val (c, d) = position (k + 1) in abs ((a - c) * (b - d)) = 2 andalso legal (k + 1) end
val () = print (Bool.toString found ^ Bool.toString (legal 1) ^ "\n")
val () = Array.appi (fn (i, k) => print (StringCvt.padLeft #" " 3 (Int.toString k) ^ (if i mod n = n - 1 then "\n" else ""))) board
