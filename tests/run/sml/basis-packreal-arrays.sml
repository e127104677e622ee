fun say l = print (String.concatWith " " l ^ "\n")
structure P = PackRealLittle
structure B = PackRealBig
val a = Word8Array.array (20, 0w0)
val () = P.update (a, 0, 1.5)
val () = B.update (a, 1, ~0.25)
val () = say (map Real.toString [P.subArr (a, 0), B.subArr (a, 1)])
fun try f = f () handle Subscript => "Subscript"
val () = say [try (fn () => Real.toString (P.subArr (a, 2))), try (fn () => (P.update (a, ~1, 0.0); "fine")), try (fn () => (B.update (a, 2, 0.0); "fine"))]
val v = Word8Array.vector a
val () = say (map Real.toString [P.subVec (v, 0), B.subVec (v, 1)])
val () = say [try (fn () => Real.toString (P.subVec (v, 2)))]
