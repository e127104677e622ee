(* The library's own names are the user's to take. *)
structure Bytes = struct val x = 1 end
structure Digits = struct val y = 2 end
fun not x = x + 1
val () = print (Int.toString (Bytes.x + Digits.y + not 3) ^ String.toString "a\n" ^ "\n")
