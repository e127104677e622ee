(* Appendix E.2: arithmetic and comparison on int, word, Word8.word, real, IntInf.int, char and string. *)
fun t b = print (if b then "t" else "f")
val () = (t (1 + 2 = 3); t (Real.== (1.5 + 2.5, 4.0)); t (0w1 + 0w2 = 0w3); t ((1 : IntInf.int) + 2 = 3); t ((0w200 : Word8.word) + 0w100 = 0w44))
val () = (t (5 - 7 = ~2); t (Real.== (5.0 - 7.5, ~2.5)); t (0w7 - 0w5 = 0w2); t (3 * 4 = 12); t (Real.== (1.5 * 2.0, 3.0)); t (0w3 * 0w4 = 0w12))
val () = (t (7 div 2 = 3); t (~7 div 2 = ~4); t (7 mod ~2 = ~1); t (0w7 div 0w2 = 0w3); t (0w7 mod 0w2 = 0w1); t (Real.== (7.0 / 2.0, 3.5)))
val () = (t (~ 3 < 0); t (abs ~3 = 3); t (Real.== (abs ~3.5, 3.5)); t (Real.== (~ 3.5, ~3.5)); t (abs (~3 : IntInf.int) = 3))
val () = (t (1 < 2); t (1.0 < 2.0); t (0w1 < 0w2); t (#"a" < #"b"); t ("a" < "b"); t ((1 : IntInf.int) < 2); t ((0w1 : Word8.word) < 0w2))
val () = (t (2 >= 2); t (2.0 >= 2.5); t (0w2 <= 0w1); t (#"z" > #"a"); t ("abc" >= "abd"); t ("" < "a"); t ("Z" < "a"); t ("ab" < "abc"))
val () = print "\n"
