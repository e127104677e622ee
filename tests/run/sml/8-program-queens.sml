(* Program: eight queens, by lists and by a backtracking exception; all solutions and the first. *)
fun safe (q, qs) = let fun go (_, []) = true | go (d, r :: rs) = q <> r andalso abs (q - r) <> d andalso go (d + 1, rs) in go (1, qs) end
fun range (a, b) = if a > b then [] else a :: range (a + 1, b)
fun all n =
  let fun go 0 = [[]] | go k = List.concat (map (fn qs => List.mapPartial (fn q => if safe (q, qs) then SOME (q :: qs) else NONE) (range (1, n))) (go (k - 1)))
  in go n end
exception Stuck
fun first n =
  let
    fun place (k, qs) = if k > n then qs else try (1, k, qs)
    and try (q, k, qs) = if q > n then raise Stuck else if safe (q, qs) then (place (k + 1, q :: qs) handle Stuck => try (q + 1, k, qs)) else try (q + 1, k, qs)
  in place (1, []) end
fun show qs = String.concatWith " " (map Int.toString qs) ^ "\n"
val () = app (fn n => print (Int.toString (length (all n)) ^ " ")) [1, 2, 3, 4, 5, 6, 7]
val () = print ("\n" ^ show (first 8) ^ (show (first 3) handle Stuck => "none\n"))
