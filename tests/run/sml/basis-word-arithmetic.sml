fun say l = print (String.concatWith " " l ^ "\n")
val word = Word.toString
fun try f = word (f ()) handle Div => "Div" | Overflow => "Overflow"
val all = Word.notb 0w0
val () = say (map word [0w5 + 0w7, 0w7 - 0w5, 0w6 * 0w7, 0w100 div 0w7, 0w100 mod 0w7, Word.min (0w3, 0w4), Word.max (0w3, all)])
val () = say (map Bool.toString [0w0 - 0w1 = all, all + 0w1 = 0w0, ~ 0w1 = all, all > 0w1, all * all = 0w1, all >= all, 0w1 < 0w2, 0w2 <= 0w1])
val () = say [try (fn () => 0w1 div 0w0), try (fn () => 0w1 mod 0w0)]
val () = say (map word [Word.andb (0wxf0f0, 0wxff00), Word.orb (0wxf0f0, 0wxff00), Word.xorb (0wxf0f0, 0wxff00), Word.andb (Word.notb 0wxff, 0wxffff)])
val size = Word.fromInt Word.wordSize
val () = say (map word [Word.<< (0w1, 0w4), Word.>> (0wxff, 0w4), Word.<< (all, size), Word.>> (all, size), Word.<< (0w1, size + 0w1), Word.>> (all, 0w1000)])
val () = say (map Bool.toString [Word.~>> (all, 0w5) = all, Word.~>> (all, size) = all, Word.~>> (all, 0w1000) = all, Word.~>> (0wxff, 0w4) = 0wxf, Word.~>> (0wxff, size) = 0w0])
val () = say [Int.toString (Word.toInt 0w77), Int.toString (Word.toIntX all), Int.toString (Word.toInt all) handle Overflow => "Overflow", word (Word.andb (Word.fromInt ~1, 0wxfff))]
val () = say [Bool.toString (Word.fromInt ~1 = all), IntInf.toString (Word.toLargeInt 0w99), IntInf.toString (Word.toLargeIntX all), word (Word.andb (Word.fromLargeInt ~5, 0wxff))]
val () = say [word (Word.fromLargeInt (IntInf.pow (2, 200) + 77)), word (Word.fromLarge (Word.toLarge 0w12)), word (Word.fromLargeWord (Word.toLargeWordX 0w12)), Bool.toString (Word.fromLarge (Word.toLargeX all) = all)]
fun order LESS = "LESS" | order EQUAL = "EQUAL" | order GREATER = "GREATER"
val () = say (map (order o Word.compare) [(0w1, 0w2), (0w2, 0w2), (all, 0w2)])
