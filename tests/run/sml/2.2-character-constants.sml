(* Section 2.2: character constants are strings of one character after #. *)
fun p c = print (Int.toString (ord c) ^ " ")
val () = (p #"a"; p #"Z"; p #"0"; p #" "; p #"\""; p #"\\"; p #"\n"; p #"\t"; p #"("; p #"#"; print "\n")
val () = (p #"\a"; p #"\b"; p #"\v"; p #"\f"; p #"\r"; p #"\^@"; p #"\^A"; p #"\^["; p #"\^_"; print "\n")
val () = (p #"\065"; p #"\u0041"; p #"\000"; p #"\127"; p #"\255"; p #"\128"; print "\n")
fun vowel #"a" = true | vowel #"e" = true | vowel #"\105" = true | vowel _ = false
val () = app (fn c => print (if vowel c then "v" else "-")) (explode "aeiou")
val () = print "\n"
