open IEEEReal
val () = setRoundingMode TO_NEAREST
val () = print (Bool.toString (getRoundingMode () = TO_NEAREST) ^ "\n")
val () = (raise Unordered) handle Unordered => print "Unordered\n"
val () = print (Real.fmt (StringCvt.GEN (SOME 17)) (1.0 / 3.0) ^ "\n")
