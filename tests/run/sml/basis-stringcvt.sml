(* Basis, structure StringCvt: padding, radix, scanning. *)
val () = print ("[" ^ StringCvt.padLeft #"." 6 "abc" ^ "][" ^ StringCvt.padRight #"." 6 "abc" ^ "][" ^ StringCvt.padLeft #"." 2 "abc" ^ "]\n")
val () = print (Int.fmt StringCvt.HEX 48879 ^ " " ^ Real.fmt (StringCvt.FIX (SOME 0)) 2.6 ^ " " ^ Real.fmt (StringCvt.FIX (SOME 2)) ~0.125 ^ "\n")
val () = print (case StringCvt.scanString (Int.scan StringCvt.HEX) "ff zz" of SOME n => Int.toString n ^ "\n" | NONE => "none\n")
