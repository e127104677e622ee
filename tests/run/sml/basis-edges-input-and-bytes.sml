(* Functions on streams and bytes at minInt, ~1, 0, the length, one more, and maxInt. *)
fun edges n = [valOf Int.minInt, ~1, 0, n, n + 1, valOf Int.maxInt]
fun row (name, n, f) = print (name ^ ": " ^ String.concatWith " " (map (fn i => f i handle e => exnName e) (edges n)) ^ "\n")
fun quoted s = "\"" ^ String.toString s ^ "\""
fun three () = TextIO.openString "abc"
val () = row ("TextIO.inputN", 3, fn n => let val f = three () val s = TextIO.inputN (f, n) in quoted s ^ quoted (TextIO.inputAll f) end)
val () = row ("TextIO.canInput", 3, fn n => case TextIO.canInput (three (), n) of SOME k => "SOME " ^ Int.toString k | NONE => "NONE")
val () = row ("TextIO.StreamIO.inputN", 3, fn n => let val (s, f) = TextIO.StreamIO.inputN (TextIO.getInstream (three ()), n) in quoted s ^ quoted (#1 (TextIO.StreamIO.inputAll f)) end)
val () = row ("TextIO.StreamIO.canInput", 3, fn n => case TextIO.StreamIO.canInput (TextIO.getInstream (three ()), n) of SOME k => "SOME " ^ Int.toString k | NONE => "NONE")

(* The same of a file. *)
val name = OS.FileSys.tmpName ()
val () = let val f = TextIO.openOut name in TextIO.output (f, "abc"); TextIO.closeOut f end
fun file f = let val s = TextIO.openIn name val x = f s handle e => (TextIO.closeIn s; raise e) in TextIO.closeIn s; x end
fun bytes f = let val s = BinIO.openIn name val x = f s handle e => (BinIO.closeIn s; raise e) in BinIO.closeIn s; x end
val () = row ("inputN of a file", 3, fn n => file (fn f => quoted (TextIO.inputN (f, n)) ^ quoted (TextIO.inputAll f)))
val () = row ("canInput of a file", 3, fn n => file (fn f => case TextIO.canInput (f, n) of SOME k => "SOME " ^ Int.toString k | NONE => "NONE"))
val () = row ("BinIO.inputN", 3, fn n => bytes (fn f => quoted (Byte.bytesToString (BinIO.inputN (f, n)))))
val () = row ("BinIO.canInput", 3, fn n => bytes (fn f => case BinIO.canInput (f, n) of SOME k => "SOME " ^ Int.toString k | NONE => "NONE"))
fun posix f = let val fd = Posix.FileSys.openf (name, Posix.FileSys.O_RDWR, Posix.FileSys.O.flags []) val x = f fd handle e => (Posix.IO.close fd; raise e) in Posix.IO.close fd; x end
val () = row ("Posix.IO.readVec", 3, fn n => posix (fn fd => Byte.bytesToString (Posix.IO.readVec (fd, n))))
val () = row ("Posix.IO.lseek", 3, fn n => posix (fn fd => Position.toString (Posix.IO.lseek (fd, Position.fromInt n, Posix.IO.SEEK_SET))))
val () = row ("reader of a descriptor", 3, fn n => posix (fn fd => let val TextPrimIO.RD {readVec, ...} = Posix.IO.mkTextReader {fd = fd, name = "x", initBlkMode = true} in valOf readVec n end))
val () = row ("reader of a stream", 3, fn n => let val (TextPrimIO.RD {readVec, close, ...}, _) = TextIO.StreamIO.getReader (TextIO.getInstream (TextIO.openIn name)) in valOf readVec n before close () end)
val () = row ("Posix.FileSys.ftruncate", 3, fn n => if n > 4 then "-" else posix (fn fd => (Posix.FileSys.ftruncate (fd, Position.fromInt n); Position.toString (OS.FileSys.fileSize name))))
val () = OS.FileSys.remove name

fun reader () = TextPrimIO.openVector "abc"
val () = row ("TextPrimIO readVec", 3, fn n => let val TextPrimIO.RD {readVec, ...} = reader () in quoted (valOf readVec n) end)

val v = Word8Vector.tabulate (8, Word8.fromInt)
fun a () = Word8Array.tabulate (8, Word8.fromInt)
fun hex a = Word8Array.foldr (fn (w, s) => Word8.toString w ^ s) "" a
val () = row ("PackWord32Big.subVec", 2, fn i => LargeWord.toString (PackWord32Big.subVec (v, i)))
val () = row ("PackWord32Little.subVec last", 1, fn i => LargeWord.toString (PackWord32Little.subVec (v, i)))
val () = row ("PackWord32Big.subVecX", 2, fn i => LargeWord.toString (PackWord32Big.subVecX (v, i)))
val () = row ("PackWord32Big.subArr", 2, fn i => LargeWord.toString (PackWord32Big.subArr (a (), i)))
val () = row ("PackWord32Little.update", 2, fn i => let val b = a () in PackWord32Little.update (b, i, 0wxFFEEDDCC); hex b end)
val () = row ("PackWord32Little.update last", 1, fn i => let val b = a () in PackWord32Little.update (b, i, 0wxFFEEDDCC); hex b end)
val () = row ("PackRealBig.subVec", 1, fn i => if Real.isFinite (PackRealBig.subVec (v, i)) then "finite" else "not")
val () = row ("PackRealBig.subArr", 1, fn i => if Real.isFinite (PackRealBig.subArr (a (), i)) then "finite" else "not")
val () = row ("PackRealLittle.update", 1, fn i => let val b = a () in PackRealLittle.update (b, i, 1.0); hex b end)
val () = row ("Byte.packString", 6, fn i => let val b = a () in Byte.packString (b, i, Substring.full "AB"); hex b end)
val () = row ("Byte.packString of nothing", 8, fn i => let val b = a () in Byte.packString (b, i, Substring.full ""); hex b end)

(* Dates go beyond their units, but not beyond an int. *)
fun date (y, d, h, m, s) = Date.date {year = y, month = Date.Feb, day = d, hour = h, minute = m, second = s, offset = SOME Time.zeroTime}
fun shown d = Date.fmt "%Y-%m-%d %H:%M:%S" d
val () = row ("Date.date day", 28, fn d => shown (date (2001, d, 0, 0, 0)))
val () = row ("Date.date hour", 24, fn h => shown (date (2001, 1, h, 0, 0)))
val () = row ("Date.date minute", 60, fn m => shown (date (2001, 1, 0, m, 0)))
val () = row ("Date.date second", 60, fn s => if s > 61 orelse s < ~1 then (ignore (shown (date (2001, 1, 0, 0, s))); "far") else shown (date (2001, 1, 0, 0, s)))
val () = row ("Date.date year", 2000, fn y => shown (date (y, 29, 0, 0, 0)))
