(* Section 2.8: let needs end; the place of the let is told. *)
fun f x =
  let
    val y = x
  in
    y + 1

fun g x = x (* ERROR end *)
