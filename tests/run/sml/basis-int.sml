(* Basis, structure Int: arithmetic, division of both kinds, comparison, text. *)
fun p n = print (Int.toString n ^ " ")
val () = (p (Int.min (3, ~4)); p (Int.max (3, ~4)); p (Int.abs ~5); p (Int.sign ~9); p (Int.sign 0); p (Int.sign 7); print "\n")
val pairs = [(7, 2), (~7, 2), (7, ~2), (~7, ~2), (6, 3), (~6, 3)]
val () = app (fn (a, b) => (p (a div b); p (a mod b); p (Int.quot (a, b)); p (Int.rem (a, b)); print "; ")) pairs
val () = print "\n"
fun ord LESS = "L" | ord EQUAL = "E" | ord GREATER = "G"
val () = print (ord (Int.compare (1, 2)) ^ ord (Int.compare (2, 2)) ^ ord (Int.compare (3, 2)) ^ Bool.toString (Int.sameSign (~1, ~2)) ^ "\n")
fun opt NONE = "NONE" | opt (SOME n) = Int.toString n
val () = app (fn s => print (opt (Int.fromString s) ^ " ")) ["12", "~12", "-12", "+5", "  7x", "x7", "", "0x1F", "~"]
val () = print "\n"
val () = print (Int.fmt StringCvt.HEX 255 ^ " " ^ Int.fmt StringCvt.BIN ~5 ^ " " ^ Int.fmt StringCvt.OCT 64 ^ " " ^ Int.fmt StringCvt.DEC 9 ^ "\n")
val () = print (Bool.toString (Int.< (1, 2)) ^ Int.toString (Int.~ 3) ^ Int.toString (Int.fromLarge (Int.toLarge 12)) ^ "\n")
