(* Basis, structure Char: classes, case, text. *)
val tests = [("upper", Char.isUpper), ("lower", Char.isLower), ("digit", Char.isDigit), ("alpha", Char.isAlpha), ("alnum", Char.isAlphaNum),
  ("hex", Char.isHexDigit), ("space", Char.isSpace), ("punct", Char.isPunct), ("graph", Char.isGraph), ("print", Char.isPrint), ("cntrl", Char.isCntrl), ("ascii", Char.isAscii)]
val cs = [#"a", #"F", #"g", #"7", #" ", #"\n", #"!", #"\127", #"\200"]
val () = app (fn (n, f) => print (n ^ " " ^ concat (map (fn c => if f c then "1" else "0") cs) ^ "\n")) tests
val () = print (str (Char.toUpper #"q") ^ str (Char.toLower #"Q") ^ str (Char.toUpper #"1") ^ str (Char.succ #"a") ^ str (Char.pred #"b") ^ "\n")
val () = print (Char.toString #"\n" ^ Char.toString #"a" ^ Char.toString #"\000" ^ Char.toString #"\"" ^ Char.toString #"\200" ^ "\n")
val () = print (Bool.toString (Char.contains "abc" #"b") ^ Bool.toString (Char.notContains "abc" #"b") ^ Int.toString (Char.maxOrd) ^ "\n")
val () = print ((Char.succ Char.maxChar; "?") handle Chr => "Chr\n")
