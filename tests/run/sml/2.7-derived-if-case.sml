(* Section 2.7, Appendix A: if and case, nested, and extending as far as possible to the right. *)
fun sign n = if n < 0 then "neg" else if n = 0 then "zero" else "pos"
fun name n = case n of 1 => "one" | 2 => "two" | _ => case n mod 2 of 0 => "even" | _ => "odd"
val () = app (fn n => print (sign n ^ "/" ^ name n ^ " ")) [~1, 0, 1, 2, 3, 4]
val () = print "\n"
val f = fn true => 1 | false => 0
val n = if true then 1 else 2 + 3
val m = (if false then 1 else 2) + 3
val k = case (1, "x") of (1, s) => s ^ "!" | (_, s) => s ^ "?"
val () = print (Int.toString (f true + n + m) ^ k ^ "\n")
