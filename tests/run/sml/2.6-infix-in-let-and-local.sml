(* Section 2.6: the scope of a fixity directive is that of the declarations around it. *)
fun sub (a, b) = a - b
val x =
  let
    infix 6 sub
  in
    10 sub 3 sub 2
  end
val y = sub (10, 3)            (* no longer infix *)
local
  infixr 6 sub
in
  val z = 10 sub 3 sub 2
end
val w = sub (z, 1)
infix 6 sub
val v = 20 sub 1
val u = let nonfix sub in sub (20, 2) end
val t = 20 sub 3
nonfix sub
val s = sub (20, 4)
val () = app (fn n => print (Int.toString n ^ " ")) [x, y, z, w, v, u, t, s]
val () = print "\n"
