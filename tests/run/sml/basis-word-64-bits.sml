fun say l = print (String.concatWith " " l ^ "\n")
val all = Word.notb 0w0
val () = say [Int.toString Word.wordSize, Word.toString all, Word.fmt StringCvt.DEC all, Word.fmt StringCvt.BIN all, Word.fmt StringCvt.OCT all]
val x : Word64.word = 0w5 val y : LargeWord.word = x val z : SysWord.word = y
val () = say [Word64.toString (x + y + z)]
val () = say [IntInf.toString (Word.toLargeInt all), IntInf.toString (Word.toLargeIntX (Word.<< (0w1, 0w63)))]
fun show s = (case Word.fromString s of SOME w => Word.toString w | NONE => "-") handle Overflow => "Overflow"
val () = say (map show ["ffffffffffffffff", "10000000000000000", "0000000000000000000001"])
fun dec s = (case StringCvt.scanString (Word.scan StringCvt.DEC) s of SOME w => Word.toString w | NONE => "-") handle Overflow => "Overflow"
val () = say (map dec ["18446744073709551615", "18446744073709551616"])
