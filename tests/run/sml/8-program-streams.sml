(* Program: lazy streams with memoised tails: Hamming numbers, power series of e, pi. *)
datatype 'a cell = Nil | Cons of 'a * 'a stream
and 'a state = Done of 'a cell | Todo of unit -> 'a cell
withtype 'a stream = 'a state ref
fun delay f = ref (Todo f)
fun force s = case !s of Done c => c | Todo f => let val c = f () in s := Done c; c end
fun cons (x, s) = delay (fn () => Cons (x, s))
fun take (0, _) = [] | take (n, s) = case force s of Nil => [] | Cons (x, t) => x :: take (n - 1, t)
fun map f s = delay (fn () => case force s of Nil => Nil | Cons (x, t) => Cons (f x, map f t))
fun zip f (s, t) = delay (fn () => case (force s, force t) of (Cons (x, s'), Cons (y, t')) => Cons (f (x, y), zip f (s', t')) | _ => Nil)
fun merge (s, t) = delay (fn () =>
  case (force s, force t) of
    (Nil, c) => c | (c, Nil) => c
  | (a as Cons (x : int, s'), b as Cons (y, t')) =>
      if x < y then Cons (x, merge (s', t)) else if y < x then Cons (y, merge (s, t')) else Cons (x, merge (s', t')))
val evaluations = ref 0
val hamming =
  let
    val h = ref (Done Nil)
    fun times k = map (fn x => (evaluations := !evaluations + 1; x * k)) h
    val c = Cons (1, merge (times 2, merge (times 3, times 5)))
  in h := Done c; h end
val show = String.concatWith " " o List.map Int.toString
val () = print (show (take (20, hamming)) ^ "\n")
val before' = !evaluations
val _ = take (20, hamming)
val () = print (Bool.toString (before' = !evaluations) ^ "\n")
val fibs = let val f = ref (Done Nil) val g = delay (fn () => Cons (1, zip op+ (f, delay (fn () => case force f of Cons (_, t) => force t | Nil => Nil)))) in f := Done (Cons (0, g)); f end
val () = print (show (take (20, fibs)) ^ "\n")
fun partial (s, acc : real) = delay (fn () => case force s of Nil => Nil | Cons (x, t) => Cons (acc + x, partial (t, acc + x)))
fun odd n = cons (1.0 / real n, map (fn x => ~x) (delay (fn () => force (odd (n + 2)))))
val pi4 = partial (odd 1, 0.0)
val () = print (Real.fmt (StringCvt.FIX (SOME 3)) (4.0 * List.last (take (50, pi4))) ^ "\n")
