(* Lists made, filtered, mapped and folded by functions of the library. *)
fun primes limit =
  let
    fun strike (d, xs) = d :: List.filter (fn x => x mod d <> 0) xs
    fun go ([], found) = rev found
      | go (d :: xs, found) = go (tl (strike (d, xs)), d :: found)
  in
    go (List.tabulate (limit, fn i => i + 2), [])
  end;

fun weighted xs =
  let
    val places = List.tabulate (length xs, fn i => i mod 17)
    val products = ListPair.map (fn (x, i) => x * i mod 1009) (xs, places)
    val (even, odd) = List.partition (fn x => x mod 2 = 0) products
  in
    foldl (fn (x, sum) => (sum * 3 + x) mod 65521) 7 (even @ rev odd)
  end;

fun rounds (0, total) = total
  | rounds (n, total) = rounds (n - 1, (total * 7 + weighted (primes (2000 + n))) mod 1000003);

val result = rounds (2500, 0);
