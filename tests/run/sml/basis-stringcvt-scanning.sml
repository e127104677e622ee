open StringCvt
fun say l = print (String.concatWith " " l ^ "\n")
fun getc [] = NONE | getc (c :: rest) = SOME (c, rest)
val input = explode "   hello world 123"
val rest = skipWS getc input
val () = say [implode rest, takel Char.isAlpha getc rest, implode (dropl Char.isAlpha getc rest)]
val (a, b) = splitl Char.isAlpha getc rest
val () = say [a, implode b, implode (skipWS getc b), Int.toString (size (takel Char.isDigit getc rest))]
val () = say [implode (skipWS getc (explode "\n\t \v\f\r x")), Int.toString (length (skipWS getc (explode "  ")))]
val () = say [Int.toString (valOf (scanString (Int.scan DEC) " 42 rest")), Bool.toString (isSome (scanString (Int.scan DEC) "x"))]
fun pair getc s =
  case Int.scan DEC getc s of
    NONE => NONE
  | SOME (a, s) =>
      (case getc (skipWS getc s) of
         SOME (#",", s) => (case Int.scan DEC getc s of SOME (b, s) => SOME ((a, b), s) | NONE => NONE)
       | _ => NONE)
val () = say (map (fn s => case scanString pair s of SOME (a, b) => Int.toString (a + b) | NONE => "-") ["1,2", " 10 , 20", "5", "5;6", "7,x"])
val () = say (map (fn SCI (SOME n) => "SCI" ^ Int.toString n | FIX _ => "FIX" | GEN NONE => "GEN" | EXACT => "EXACT" | _ => "?") [SCI (SOME 3), FIX NONE, GEN NONE, EXACT, SCI NONE])
