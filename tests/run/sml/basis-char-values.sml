fun say l = print (String.concatWith " " l ^ "\n")
val () = say (map (Int.toString o ord) [Char.minChar, Char.maxChar, #"A", #"\n", #"\255"])
val () = say [Int.toString Char.maxOrd, str (Char.succ #"a"), str (Char.pred #"b"), str (chr 65), str (Char.chr 66)]
fun try f = str (f ()) handle Chr => "Chr"
val () = say [try (fn () => chr ~1), try (fn () => chr 256), try (fn () => Char.succ Char.maxChar), try (fn () => Char.pred Char.minChar)]
val () = say (map Bool.toString [#"a" < #"b", #"b" <= #"a", #"\200" > #"z", #"a" >= #"a", Char.contains "hello" #"l", Char.contains "hello" #"x",
  Char.notContains "hello" #"x", Char.notContains "" #"x", Char.contains "" #"a"])
fun order LESS = "LESS" | order EQUAL = "EQUAL" | order GREATER = "GREATER"
val () = say (map (order o Char.compare) [(#"a", #"b"), (#"b", #"b"), (#"\255", #"\000")])
