(* Section 2.6, 2.8: fun clauses in infix form, with and without parentheses and further arguments. *)
infix 5 <+> >>>
fun a <+> b = a * 10 + b
fun (f >>> g) x = g (f x)
infix is
fun [] is s = s ^ " empty"
  | (x :: _) is s = s ^ " begins with " ^ x
fun op** (a, b) = a * a + b
val () = print (Int.toString (1 <+> 2 <+> 3) ^ "\n")
val () = print (((fn x => x + 1) >>> (fn x => x * 2) >>> Int.toString) 4 ^ "\n")
val () = print (([] is "it") ^ "; " ^ (["a", "b"] is "it") ^ "\n")
val () = print (Int.toString ( ** (3, 4)) ^ "\n")
infix 4 almost
fun ((a, b) almost (c, d)) 0 = a = c andalso b = d
  | ((a, b) almost (c, d)) n = abs (a - c) <= n andalso abs (b - d) <= n
val () = print (if ((1, 2) almost (2, 3)) 1 then "near\n" else "far\n")
