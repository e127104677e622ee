(* Section 2.4: every character that symbolic identifiers are made of. *)
fun !! x = x + 1   fun %% x = x * 2   fun && x = x + 3   fun $ x = x - 4
fun ## x = x + 5   fun ++ x = x + 6   fun -- x = x - 7   fun // x = x * 8
fun :? x = x + 9   fun <? x = x + 10  fun >? x = x + 11  fun ?? x = x + 12
fun @@ x = x + 13  fun \ x = x + 14   fun ~~ x = x + 15  fun ` x = x + 16
fun ^^ x = x + 17  fun || x = x + 18  fun ** x = x + 19  fun =? x = x + 20
val () = print (Int.toString (!!(%%(&&($(##(++(--(//(:?(<? 1)))))))))) ^ "\n")
val () = print (Int.toString (>?(??(@@(\(~~(`(^^(||( ** (=? 1)))))))))) ^ "\n")
