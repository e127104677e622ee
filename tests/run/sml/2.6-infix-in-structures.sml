(* Section 2.6, 3.3: fixity in a structure body is local to it; open does not bring it along. *)
structure S = struct
  infix 6 +++
  fun a +++ b = a * 100 + b
  val x = 1 +++ 2 +++ 3
end
val y = S.+++ (4, 5)
open S
val z = +++ (6, 7)
infixr 6 +++
val w = 1 +++ 2 +++ 3
val () = app (fn n => print (Int.toString n ^ " ")) [S.x, y, z, w]
val () = print "\n"
