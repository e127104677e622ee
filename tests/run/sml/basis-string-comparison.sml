fun say l = print (String.concatWith " " l ^ "\n")
fun order LESS = "LESS" | order EQUAL = "EQUAL" | order GREATER = "GREATER"
val pairs = [("", ""), ("", "a"), ("a", ""), ("a", "b"), ("ab", "a"), ("abc", "abd"), ("abc", "abc"), ("Z", "a"), ("\200", "z"), ("a\000", "a")]
val () = say (map (order o String.compare) pairs)
val () = List.app (fn (a, b) => say (map Bool.toString [a < b, a <= b, a > b, a >= b, a = b])) pairs
fun fold (c, d) = Char.compare (Char.toLower c, Char.toLower d)
val () = say (map (order o String.collate fold) (("HELLO", "hello") :: ("hello", "HELLP") :: ("Hell", "hello") :: pairs))
fun reverse (c, d) = Char.compare (d, c)
val () = say (map (order o String.collate reverse) pairs)
val cases = [("", ""), ("", "abc"), ("abc", ""), ("ab", "abc"), ("bc", "abc"), ("abc", "abc"), ("b", "abc"), ("ac", "abc"), ("abcd", "abc"), ("aab", "aaab")]
val () = List.app (fn (a, b) => say (map Bool.toString [String.isPrefix a b, String.isSubstring a b, String.isSuffix a b])) cases
