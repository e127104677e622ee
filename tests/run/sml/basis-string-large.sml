(* Long strings and many parts. *)
(* skip: stress because each collection copies long lists *)
fun say l = print (String.concatWith " " l ^ "\n")
fun repeat (0, l) = l | repeat (n, l) = repeat (n - 1, Int.toString n :: l)
val numbers = repeat (5000, [])
val s = String.concatWith "," numbers
val () = say [Int.toString (size s), String.substring (s, 0, 20), String.extract (s, size s - 12, NONE)]
val () = say (map Bool.toString [String.fields (fn c => c = #",") s = numbers, String.tokens (fn c => c = #",") s = numbers, implode (explode s) = s])
val t = String.translate (fn #"," => "; " | c => str c) s
val () = say [Int.toString (size t), String.substring (t, 0, 20)]
val u = String.map (fn #"," => #" " | c => c) s
val () = say [Int.toString (size u), String.substring (u, 100, 20), Bool.toString (String.isSubstring " 4999 " u), Bool.toString (String.isSubstring ",4999" u)]
val big = String.concat (List.tabulate (20, fn _ => s))
val () = say [Int.toString (size big), Bool.toString (String.isSuffix s big), Bool.toString (String.isPrefix s big), Bool.toString (String.maxSize > 1000000)]
