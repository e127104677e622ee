open Substring
fun say l = print (String.concatWith "|" l ^ "\n")
fun order LESS = "LESS" | order EQUAL = "EQUAL" | order GREATER = "GREATER"
val s = Substring.substring ("xx  two words yy", 2, 12)
fun two (a, b) = "<" ^ string a ^ "><" ^ string b ^ ">"
val space = Char.isSpace
val () = say [two (splitl space s), two (splitr space s), two (splitl Char.isAlpha s), two (splitr Char.isAlpha s)]
val () = say (map string [dropl space s, dropr Char.isAlpha s, takel space s, taker Char.isAlpha s, dropl (fn _ => true) s, takel (fn _ => true) s, dropr (fn _ => true) s, taker (fn _ => false) s])
val () = say (map (fn p => two (position p s)) ["wo", "words", "w", "", "yy", "z", "  two words ", "  two words y"])
val () = say (map string (tokens space s))
val () = say (map string (fields space s))
val () = say [translate (fn c => if space c then "_" else str c ^ str c) s]
val () = app (fn c => print (str c ^ ".")) s
val () = print "\n"
val () = say [Int.toString (foldl (fn (c, n) => n * 2 + ord c) 0 s mod 1000), implode (foldl op :: [] s), implode (foldr op :: [] s)]
val pairs = [("", ""), ("a", ""), ("", "a"), ("ab", "ab"), ("ab", "ac"), ("abc", "ab")]
fun part s = Substring.substring ("[" ^ s ^ "]", 1, String.size s)
val () = say (map (fn (a, b) => order (compare (part a, part b))) pairs)
fun fold (c, d) = Char.compare (Char.toLower c, Char.toLower d)
val () = say (map (fn (a, b) => order (collate fold (part a, part b))) (("AB", "ab") :: pairs))
