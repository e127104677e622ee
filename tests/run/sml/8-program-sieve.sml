(* Program: primes three ways: by an array, by a list, by streams; they agree. *)
fun arraySieve n =
  let
    val prime = Array.array (n + 1, true)
    fun strike (p, k) = if k > n then () else (Array.update (prime, k, false); strike (p, k + p))
    fun go p = if p * p > n then () else ((if Array.sub (prime, p) then strike (p, p * p) else ()); go (p + 1))
    fun collect (1, l) = l | collect (k, l) = collect (k - 1, if Array.sub (prime, k) then k :: l else l)
  in go 2; collect (n, []) end
fun listSieve n =
  let fun go [] = [] | go (p :: r) = if p * p > n then p :: r else p :: go (List.filter (fn x => x mod p <> 0) r)
  in go (List.tabulate (n - 1, fn i => i + 2)) end
datatype 'a stream = S of 'a * (unit -> 'a stream)
fun from n = S (n, fn () => from (n + 1))
fun filter f (S (x, t)) = if f x then S (x, fn () => filter f (t ())) else filter f (t ())
fun sieve (S (p, t)) = S (p, fn () => sieve (filter (fn x => x mod p <> 0) (t ())))
fun take (0, _) = [] | take (n, S (x, t)) = x :: take (n - 1, t ())
val a = arraySieve 300
val b = listSieve 300
val c = take (length a, sieve (from 2))
val () = print (String.concatWith " " (map Int.toString (List.take (a, 15))) ^ "\n")
val () = print (Int.toString (length a) ^ " " ^ Int.toString (foldl op+ 0 a) ^ Bool.toString (a = b) ^ Bool.toString (b = c) ^ "\n")
