(* The special cases. *)
val inf = Real.posInf
val nan = inf - inf
fun say l = print (String.concatWith " " l ^ "\n")
fun pow p = let val r = Math.pow p in if Real.isNan r then "nan" else Real.toString r end
val () = say (map pow [(5.0, 0.0), (0.0, 0.0), (inf, 0.0), (nan, 0.0), (nan, 1.0), (2.0, nan)])
val () = say (map pow [(2.0, inf), (2.0, ~inf), (0.5, inf), (0.5, ~inf), (~2.0, inf), (~0.5, inf), (1.0, inf), (~1.0, inf), (1.0, ~inf), (~1.0, ~inf)])
val () = say (map pow [(inf, 2.0), (inf, ~2.0), (~inf, 3.0), (~inf, 2.0), (~inf, 2.5), (~inf, ~3.0), (~inf, ~2.0)])
val () = say (map pow [(0.0, ~1.0), (~0.0, ~1.0), (0.0, ~2.0), (~0.0, ~2.0), (0.0, 3.0), (~0.0, 3.0), (0.0, 2.0), (~0.0, 2.0), (~0.0, 2.5), (~2.0, 0.5), (~2.0, 5.0)])
