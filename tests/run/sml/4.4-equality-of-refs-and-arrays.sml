(* Section 4.4: references and arrays are equal when they are the same, whatever they hold. *)
val a = ref 1 val b = ref 1 val c = a
val f = ref (fn x => x + 1) val g = f val h = ref (fn x => x + 1)
val x = Array.fromList [1, 2] val y = Array.fromList [1, 2] val z = x
val r = ref 1.5
val () = app (fn b => print (if b then "t" else "f"))
  [a = b, a = c, !a = !b, f = g, f = h, x = y, x = z, r = r, ref 1.5 = r, (a, 1) = (c, 1), [a] = [b],
   Vector.fromList [1, 2] = Vector.fromList [1, 2], Vector.fromList [a] = Vector.fromList [b]]
val () = print "\n"
val () = a := 2
val () = print (Int.toString (!c) ^ "\n")
datatype cell = Cell of (int -> int) ref
val () = print (Bool.toString (Cell f = Cell g) ^ Bool.toString (Cell f = Cell h) ^ "\n")
