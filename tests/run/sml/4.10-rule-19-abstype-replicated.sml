(* What `with` makes of a type that will be abstract keeps its constructors: rules 18 and 19 take
   them from the type itself only. *)

abstype shape = Circle of int | Square of int
with
  datatype figure = datatype shape
  val unit = Circle 1
  fun same (a, b) = a = (b : shape)
end

fun area (Circle r) = 3 * r * r
  | area (Square a) = a * a

val shapes : shape list = [unit, Square 4]
val figures : figure list = shapes
val () = app (fn s => print (Int.toString (area s) ^ "\n")) figures
val () = print (Bool.toString (same (Square 4, List.last shapes)) ^ "\n")

(* A name that `with` binds again is the new one. *)
abstype t = T of int
with
  datatype t = U
  val number = 1
end
val U = U
val () = print (Int.toString number ^ "\n")
