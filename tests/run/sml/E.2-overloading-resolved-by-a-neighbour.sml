(* What settles an overloaded operator or constant may stand in a later declaration of the same
   structure-level declaration (Definition, appendix E.1). *)

val small = [1, 2, 3]
val sum = List.foldl IntInf.+ 0 small
val () = print (IntInf.toString (sum * 10000000000000000000) ^ "\n")

fun square x = x * x
val area = square 1.5
val () = print (Real.toString area ^ "\n")

structure Bytes = struct
  val all = [0wx7f, 0wx80, 0wxff]
  fun double w = w + w
  local
    fun step w = w div 0w2
  in
    val halves = map step all
  end
  val () = app (fn w => print (Word8.toString (double w) ^ " ")) all
  val () = app (fn w => print (Word8.toString w ^ " ")) halves
  val () = print "\n"
end

(* A structure ends it: from here on these are ints. *)
fun twice x = x + x
structure Between = struct end
val n : int = twice 21
val () = print (Int.toString n ^ "\n")
