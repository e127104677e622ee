fun say l = print (String.concatWith "|" l ^ "\n")
fun try f = f () handle Subscript => "Subscript" | Size => "Size" | Chr => "Chr"
val s = "hello, world"
val () = say [Int.toString (size s), str (String.sub (s, 0)), str (String.sub (s, 11)), try (fn () => str (String.sub (s, 12))), try (fn () => str (String.sub (s, ~1))), try (fn () => str (String.sub ("", 0)))]
val () = say [String.substring (s, 0, 5), String.substring (s, 12, 0), String.substring (s, 0, 12), try (fn () => String.substring (s, 5, 8)), try (fn () => String.substring (s, ~1, 2)), try (fn () => String.substring (s, 0, ~1)), try (fn () => String.substring (s, 13, 0)), try (fn () => substring (s, valOf Int.maxInt, valOf Int.maxInt))]
val () = say [String.extract (s, 7, NONE), String.extract (s, 12, NONE), String.extract (s, 0, SOME 4), try (fn () => String.extract (s, 13, NONE)), try (fn () => String.extract (s, ~1, NONE)), try (fn () => String.extract (s, 3, SOME 10))]
val () = say [s ^ "!", "" ^ s, s ^ "", String.concat [], String.concat ["a"], concat ["ab", "", "cd"], String.concatWith ", " [], String.concatWith ", " ["x"], String.concatWith ", " ["x", "y", "z"], String.concatWith "" ["p", "q"]]
val () = say [implode [], implode [#"a", #"b"], String.str #"z", Int.toString (length (explode s)), implode (rev (explode s))]
val () = say [String.map Char.toUpper s, String.map (fn c => if c = #"l" then #"L" else c) s, String.map Char.toUpper "", String.translate (fn #"l" => "LL" | #"o" => "" | c => str c) s, String.translate str ""]
val () = say (String.tokens (fn c => c = #" ") "  a b  c ")
val () = say (String.fields (fn c => c = #" ") "  a b  c ")
val () = say (map (Int.toString o length) [String.tokens Char.isSpace "", String.fields Char.isSpace "", String.tokens Char.isSpace "   ", String.fields Char.isSpace "   ", String.fields Char.isSpace "abc"])
val order = ref ""
val _ = String.translate (fn c => (order := !order ^ str c; "")) "xyz"
val _ = String.tokens (fn c => (order := !order ^ str c; false)) "123"
val _ = String.map (fn c => (order := !order ^ str c; c)) "abc"
val () = say [!order]
