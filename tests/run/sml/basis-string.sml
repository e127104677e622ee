(* Basis, structure String: searching, splitting, mapping, comparing. *)
fun list l = "[" ^ String.concatWith "|" l ^ "]"
val () = print (list (String.tokens (fn c => c = #",") ",a,,b,") ^ list (String.fields (fn c => c = #",") ",a,,b,") ^ "\n")
val () = print (String.map Char.toUpper "hello" ^ String.translate (fn #"a" => "<a>" | #"b" => "" | c => str c) "abcab" ^ "\n")
val () = print (Bool.toString (String.isPrefix "he" "hello") ^ Bool.toString (String.isSuffix "lo" "hello") ^ Bool.toString (String.isSubstring "ell" "hello") ^ Bool.toString (String.isSubstring "elo" "hello") ^ "\n")
val () = print (str (String.sub ("abc", 1)) ^ String.extract ("hello", 2, NONE) ^ String.extract ("hello", 1, SOME 2) ^ String.substring ("hello", 4, 1) ^ "\n")
fun ord LESS = "L" | ord EQUAL = "E" | ord GREATER = "G"
val () = print (ord (String.compare ("a", "b")) ^ ord (String.compare ("b", "a")) ^ ord (String.compare ("ab", "ab")) ^ ord (String.compare ("a", "ab")) ^ "\n")
val () = print (list (map String.implode [[], [#"a"], String.explode "xyz"]) ^ String.concat ["p", "q"] ^ String.concatWith ", " ["1"] ^ String.concatWith ", " [] ^ "\n")
val () = print (String.toString "tab\t\"q\"\001\200\n" ^ " " ^ Bool.toString (String.< ("a", "b")) ^ Bool.toString (String.>= ("a", "b")) ^ "\n")
val () = print ((String.sub ("abc", ~1); "?") handle Subscript => "Subscript\n")
val () = print (case String.fromString "a\\tb\\065" of SOME s => s ^ "\n" | NONE => "none\n")
