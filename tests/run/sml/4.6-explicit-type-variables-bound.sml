(* Section 4.6, rule 15: val 'a and fun 'a bind type variables explicitly. *)
fun 'a id (x : 'a) = x
fun ('a, 'b) swap (x : 'a, y : 'b) = (y, x)
val 'a pair : 'a -> 'a * 'a = fn x => (x, x)
val ('a, ''b) table : ('a * ''b) list = []
fun ''a member (x : ''a, l) = List.exists (fn y => y = x) l
fun outer (x : 'a) =
  let
    fun 'b inner (y : 'b, z : 'a) = (z, y)
  in
    (inner (1, x), inner ("s", x))
  end
val ((a, b), (c, d)) = outer true
val () = print (Int.toString (id 3 + #2 (swap (4, "x")) + #1 (pair 5) + length table + b) ^ d ^ Bool.toString (a = c) ^ "\n")
val () = print (Bool.toString (member (3, [1, 2, 3])) ^ "\n")
val 'a rec len : 'a list -> int = fn [] => 0 | _ :: t => 1 + len t
val () = print (Int.toString (len [1, 2] + len ["a"]) ^ "\n")
