(* Options are an ordinary datatype: equality, patterns, nesting. *)
datatype option = datatype Option.option
val a : int option = SOME 3
val () = print (Bool.toString (a = SOME 3) ^ Bool.toString (a = NONE) ^ "\n")
val () = print (Bool.toString (SOME (SOME [1]) = SOME (SOME [1])) ^ Bool.toString (SOME NONE = SOME (SOME 1)) ^ "\n")
fun sum [] = 0
  | sum (SOME n :: t) = n + sum t
  | sum (NONE :: t) = sum t
val () = print (Int.toString (sum [SOME 1, NONE, SOME 5, NONE]) ^ "\n")
val nested : int Option.option list = List.map (fn 0 => NONE | n => SOME n) [0, 1, 2]
val () = print (Int.toString (sum nested) ^ "\n")
val f : (int -> int) option = SOME (fn x => x * x)
val () = print (case f of SOME g => Int.toString (g 9) ^ "\n" | NONE => "none\n")
