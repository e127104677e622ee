(* Section 4.7, 4.8: only non-expansive expressions are generalised; these are. *)
val a = fn x => x
val b = []
val c = (a, b)
val d = {f = fn x => x, g = NONE}
val e = SOME (fn x => x)
val f = a
val g = (fn x => x) : 'a -> 'a
val h = [] :: []
exception X of int
val i = fn () => X
datatype 'a t = T of 'a list
val j = T []
val k = [fn x => x, fn x => x]
val () = print (Int.toString (a 1) ^ a "s" ^ Int.toString (length (1 :: b) + length ("x" :: b)) ^ "\n")
val () = print (Int.toString (#1 c 2) ^ #1 c "s" ^ Int.toString (#f d 3) ^ #f d "t" ^ "\n")
val () = print (Int.toString (valOf e 4) ^ valOf e "u" ^ Int.toString (f 5) ^ f "v" ^ Int.toString (g 6) ^ g "w" ^ "\n")
val () = print (Int.toString ((fn T l => length (1 :: l)) j + (fn T l => length ("x" :: l)) j) ^ "\n")
val () = print (Int.toString (hd k 7) ^ hd k "y" ^ Int.toString (length h) ^ "\n")
