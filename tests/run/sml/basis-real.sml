(* Basis, structures Real and Math: modest printing. *)
fun f r = print (Real.fmt (StringCvt.FIX (SOME 3)) r ^ " ")
val () = (f 3.14159; f ~2.5; f 0.0; f 1000.0; f (1.0 / 3.0); f (Math.sqrt 2.0); f Math.pi; f (Math.exp 1.0); f (Math.ln 10.0); print "\n")
val () = (f (Math.sin 1.0); f (Math.cos 1.0); f (Math.atan2 (1.0, 2.0)); f (Math.pow (2.0, 0.5)); f (Real.rem (7.5, 2.0)); f (Real.abs ~1.5); f (Real.min (1.0, 2.0)); f (Real.max (1.0, 2.0)); print "\n")
val () = app (fn r => print (Real.toString r ^ " ")) [1.0, ~1.5, 0.1, 100.0, 123456.75, real 7, 1.0 / 8.0]
val () = print "\n"
val () = print (Int.toString (Real.floor 2.5) ^ Int.toString (Real.ceil 2.5) ^ Int.toString (Real.round 2.5) ^ Int.toString (Real.trunc ~2.5) ^ Int.toString (Real.sign ~3.0) ^ "\n")
fun ord LESS = "L" | ord EQUAL = "E" | ord GREATER = "G"
val () = print (ord (Real.compare (1.0, 2.0)) ^ Bool.toString (Real.== (1.0, 1.0)) ^ Bool.toString (Real.!= (1.0, 1.0)) ^ Bool.toString (Real.isNan (0.0 / 0.0)) ^ "\n")
val nan = 0.0 / 0.0
val () = print (Bool.toString (nan < 1.0) ^ Bool.toString (nan >= 1.0) ^ Bool.toString (1.0 / 0.0 > 1E300) ^ Bool.toString (Real.isFinite (1.0 / 0.0)) ^ "\n")
val () = print (case Real.fromString "2.5e1" of SOME r => Real.toString r ^ "\n" | NONE => "none\n")
val () = print ((Int.toString (floor (1.0 / 0.0)) handle Overflow => "Overflow") ^ (Int.toString (round nan) handle Domain => "Domain") ^ "\n")
