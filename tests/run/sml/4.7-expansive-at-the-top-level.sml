(* Section 4.7, rule 87: the one type of an expansive binding may come from a later declaration of the program. *)
val r = ref []
val () = r := [1, 2]
val () = r := 3 :: !r
val same = (fn f => f) (fn x => x)
val n = same 4
structure S = struct val cells = ref NONE fun set x = cells := SOME (x ^ "!") end
val () = S.set "s"
val () = print (Int.toString (length (!r) + n) ^ valOf (!S.cells) ^ "\n")
