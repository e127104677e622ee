#!/usr/bin/env -S kont run
(* The primes up to fifty, by the sieve of Eratosthenes.
   Shows: an array that is changed in place, local functions, recursion as loop. *)

fun primes n =
  let
    val composite = Array.array (n + 1, false)
    fun cross (p, k) =
      if k > n then () else (Array.update (composite, k, true); cross (p, k + p))
    fun collect (k, found) =
      if k > n then rev found
      else if Array.sub (composite, k) then collect (k + 1, found)
      else (cross (k, k * k); collect (k + 1, k :: found))
  in
    collect (2, [])
  end

val () = print (String.concatWith " " (map Int.toString (primes 50)) ^ "\n")
