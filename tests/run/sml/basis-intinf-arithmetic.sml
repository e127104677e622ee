fun say l = print (String.concatWith "\n" l ^ "\n")
val big = IntInf.toString
fun try f = big (f ()) handle Div => "Div" | Overflow => "Overflow" | Domain => "Domain" | Size => "Size"
val a = valOf (IntInf.fromString "123456789012345678901234567890123456789")
val b = valOf (IntInf.fromString "987654321098765432109876543210")
val () = say (map big [a + b, a - b, b - a, a * b, ~ a, abs (~ a), IntInf.min (a, b), IntInf.max (a, b)])
fun four (x, y) =
  let
    val (q, r) = IntInf.divMod (x, y)
    val (q', r') = IntInf.quotRem (x, y)
  in
    say [String.concatWith " " (map big [x div y, x mod y, IntInf.quot (x, y), IntInf.rem (x, y)]),
         Bool.toString (q = x div y andalso r = x mod y andalso q' = IntInf.quot (x, y) andalso r' = IntInf.rem (x, y)
           andalso q * y + r = x andalso q' * y + r' = x)]
  end
val () = List.app four [(a, b), (~ a, b), (a, ~ b), (~ a, ~ b), (a, 7), (~ a, 7), (7, a), (~7, a), (a * b, b), (0, a)]
val () = say [try (fn () => a div 0), try (fn () => a mod 0), try (fn () => IntInf.quot (a, 0)), try (fn () => IntInf.rem (0, 0)),
              try (fn () => #1 (IntInf.divMod (a, 0))), try (fn () => #1 (IntInf.quotRem (a, 0)))]
val () = say (map big [IntInf.pow (2, 100), IntInf.pow (~3, 5), IntInf.pow (10, 0), IntInf.pow (0, 0), IntInf.pow (1, ~5), IntInf.pow (~1, ~5), IntInf.pow (~1, ~4), IntInf.pow (7, ~1)])
val () = say [try (fn () => IntInf.pow (0, ~1))]
val () = say (map Int.toString [IntInf.log2 1, IntInf.log2 2, IntInf.log2 3, IntInf.log2 a, IntInf.sign a, IntInf.sign (~ a), IntInf.sign 0])
val () = say [Int.toString (IntInf.log2 0) handle Domain => "Domain", Int.toString (IntInf.log2 ~1) handle Domain => "Domain"]
val () = say (map Bool.toString [a < b, a > b, a <= a, a >= b, a = b, IntInf.compare (b, a) = LESS, IntInf.sameSign (a, ~ b)])
val () = say [Int.toString (IntInf.toInt 42), Int.toString (IntInf.toInt a) handle Overflow => "Overflow", big (IntInf.fromInt ~42)]
val () = say (map Bool.toString [isSome IntInf.precision, isSome IntInf.minInt, isSome IntInf.maxInt])
