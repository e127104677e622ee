(* Rule 2, section 4.10: an identifier may be a constructor in one scope and a variable in another. *)
datatype t = A | B of int
val f = fn A => 1 | B n => n
structure S = struct
  fun A x = x + 1           (* now a variable, here *)
  val y = A 5
end
val () = print (Int.toString (f A + f (B 2) + S.y + S.A 10) ^ "\n")
datatype u = A of string | C
fun g (A s) = s | g C = "C"
val () = print (g (A "s") ^ g C ^ Int.toString (f (B 3)) ^ "\n")
