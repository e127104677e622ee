(* Section 6.4: strings hold any bytes, zero included; comparison is by byte. *)
val all = implode (List.tabulate (256, chr))
val () = print (Int.toString (size all) ^ Bool.toString (explode all = List.tabulate (256, Char.chr)) ^ "\n")
val z = "a\000b"
val () = print (Int.toString (size z) ^ Bool.toString (z = "a\000c") ^ Bool.toString ("a\000" < "a\001") ^ Bool.toString ("\127" < "\128") ^ "\n")
val () = print (z ^ "\n")
val () = print (String.toString "\000\n\t\"\\a\127\200" ^ "\n")
