(* Rule 43, section 4.10: x as pat, with and without type, nested. *)
fun f (l as x :: (rest as y :: _)) = length l * 100 + length rest * 10 + x + y
  | f (all as _) = length all
val () = print (Int.toString (f [1, 2, 3]) ^ " " ^ Int.toString (f [1]) ^ "\n")
val all as {a, b as (c, d : int)} = {a = 1, b = (2, 3)}
val () = print (Int.toString (#a all + a + #1 b + c + d) ^ "\n")
fun g (x : int as 5) = x + 1 | g (x : int as (y as z)) = x + y + z
val () = print (Int.toString (g 5 + g 6) ^ "\n")
fun h (SOME (p as (q, _))) = (p, q) | h (n as NONE) = ((0, isSome n), 0)
val () = print (Int.toString (#2 (h (SOME (4, true)))) ^ "\n")
