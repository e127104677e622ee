(* Time: as text, and back. *)
structure T = Time
fun p x = print (x ^ "\n")
val t = T.fromMicroseconds 1234567
val () = app (fn n => p (T.fmt n t)) [0, 1, 2, 3, 6]
val () = p (T.fmt 3 (T.- (T.zeroTime, t)))
val () = p (T.fmt ~1 t handle Size => "Size")
fun read s = p (s ^ " " ^ (case T.fromString s of SOME t => T.fmt 6 t | NONE => "none"))
val () = app read ["1.5", "  2.25x", "~3.5", "0.000001", ".5", "12", "x", "", "100000000.000001"]
fun list (h :: t) = SOME (h, t) | list [] = NONE
val () = p (case T.scan list (explode " 7.5 rest") of SOME (t, rest) => T.toString t ^ implode rest | NONE => "none")
