(* Positions in files by the functional streams of BinIO. *)
structure S = BinIO.StreamIO
fun p x = print (x ^ "\n")
fun b l = Word8Vector.fromList (map Word8.fromInt l)
fun s v = Word8Vector.foldr (fn (w, t) => Int.toString (Word8.toInt w) ^ "," ^ t) "" v
val name = OS.FileSys.tmpName ()
val f = BinIO.openOut name
val () = BinIO.output (f, b [1, 2, 3, 4, 5])
val here = BinIO.getPosOut f
val () = BinIO.output (f, b [6, 7, 8])
val () = BinIO.setPosOut (f, here)
val () = BinIO.output (f, b [60])
val () = BinIO.closeOut f
val f = BinIO.openIn name
val t = BinIO.getInstream f
val () = p (s (#1 (S.inputAll t)))
val (_, t2) = S.inputN (t, 3)
val (v, t3) = S.input t2
val () = p (s v)
val () = p (case S.input1 t3 of NONE => "end" | SOME _ => "more")
val () = BinIO.setInstream (f, t2)
val () = p (s (BinIO.inputAll f))
val () = BinIO.closeIn f
val () = OS.FileSys.remove name
