(* Section 2.9: a variable twice among curried arguments. *)
fun first x x = x (* ERROR x *)
