(* Division in four directions, extremes, signs. *)
fun say l = print (String.concatWith " " l ^ "\n")
val int = Int.toString
fun try f = f () handle Overflow => "Overflow" | Div => "Div" | Domain => "Domain"
val pairs = [(7, 2), (~7, 2), (7, ~2), (~7, ~2), (6, 3), (~6, 3), (0, 5), (1, 9)]
val () = List.app (fn (a, b) => say (map int [a div b, a mod b, Int.quot (a, b), Int.rem (a, b)])) pairs
val () = say (map (fn f => try (fn () => int (f (1, 0)))) [op div, op mod, Int.quot, Int.rem])
val SOME big = Int.maxInt
val SOME small = Int.minInt
val () = say [try (fn () => int (big + 1)), try (fn () => int (small - 1)), try (fn () => int (big * 2)),
              try (fn () => int (~ small)), try (fn () => int (abs small)), try (fn () => int (small div ~1)),
              try (fn () => int (Int.quot (small, ~1)))]
val () = say [int (big + small), int (small mod ~1), int (Int.rem (small, ~1))]
fun order LESS = "LESS" | order EQUAL = "EQUAL" | order GREATER = "GREATER"
val () = say (map (order o Int.compare) [(1, 2), (2, 2), (3, 2), (small, big)])
val () = say (map int [Int.min (3, ~4), Int.max (3, ~4), Int.sign ~9, Int.sign 0, Int.sign 12, abs ~5, ~ 8])
val () = say (map Bool.toString [Int.sameSign (1, 5), Int.sameSign (0, 0), Int.sameSign (~1, 1), Int.sameSign (0, 1),
                                 3 < 4, 4 <= 3, ~1 > ~2, 5 >= 5])
val () = say [Int.toString (Int.fromLarge (Int.toLarge ~123456)), int (Int.toInt 5), int (Int.fromInt 6)]
val () = say [try (fn () => int (Int.fromLarge (IntInf.pow (10, 30))))]
