(* Sorting arrays in place, of integers, reals and strings. *)
fun sort less a =
  let
    fun swap (i, j) =
      let val x = Array.sub (a, i) in Array.update (a, i, Array.sub (a, j)); Array.update (a, j, x) end
    fun part (lo, hi, i, j) =
      if j = hi then (swap (i, hi); i)
      else if less (Array.sub (a, j), Array.sub (a, hi)) then (swap (i, j); part (lo, hi, i + 1, j + 1))
      else part (lo, hi, i, j + 1)
    fun go (lo, hi) =
      if lo < hi then let val m = part (lo, hi, lo, lo) in go (lo, m - 1); go (m + 1, hi) end else ()
  in
    go (0, Array.length a - 1)
  end
fun sorted less a = #2 (Array.foldl (fn (x, (NONE, ok)) => (SOME x, ok) | (x, (SOME y, ok)) => (SOME x, ok andalso not (less (x, y)))) (NONE, true) a)
val seed = ref 12345
fun random n = (seed := (!seed * 211 + 12345) mod 1000003; !seed mod n)
val ints = Array.tabulate (5000, fn _ => random 1000)
val () = sort Int.< ints
val () = print (Bool.toString (sorted Int.< ints) ^ Int.toString (Array.sub (ints, 2500)) ^ "\n")
val reals = Array.tabulate (1000, fn _ => real (random 1000) / 8.0)
val () = sort Real.< reals
val () = print (Bool.toString (sorted Real.< reals) ^ Int.toString (round (Array.sub (reals, 500))) ^ "\n")
val strings = Array.tabulate (500, fn _ => Int.toString (random 10000))
val () = sort String.< strings
val () = print (Bool.toString (sorted String.< strings) ^ Array.sub (strings, 250) ^ "\n")
val pairs = Array.tabulate (500, fn i => (random 50, i))
val () = sort (fn ((a, i), (b, j)) => a < b orelse a = b andalso i < j) pairs
val () = print (Int.toString (#1 (Array.sub (pairs, 250))) ^ "\n")
