(* Int has 64 bits; Int64, Position and FixedInt are the same. *)
fun say l = print (String.concatWith " " l ^ "\n")
val () = say [Int.toString (valOf Int.precision), Int.toString (valOf Int.maxInt), Int.toString (valOf Int.minInt)]
val x : Int64.int = 5 val y : Position.int = x val z : FixedInt.int = y
val () = say [Int64.toString (x + y + z), Position.toString y]
val () = say [Int.fmt StringCvt.HEX (valOf Int.minInt), Int.fmt StringCvt.BIN (valOf Int.minInt), Int.fmt StringCvt.OCT (valOf Int.maxInt)]
fun show (SOME n) = Int.toString n | show NONE = "-"
val () = say [show (Int.fromString "9223372036854775807"), show (Int.fromString "~9223372036854775808")]
fun try s = show (Int.fromString s) handle Overflow => "Overflow"
val () = say (map try ["9223372036854775808", "~9223372036854775809", "92233720368547758070"])
fun hex s = show (StringCvt.scanString (Int.scan StringCvt.HEX) s) handle Overflow => "Overflow"
val () = say (map hex ["7fffffffffffffff", "8000000000000000", "~8000000000000000", "~8000000000000001"])
val () = say [IntInf.toString (Int.toLarge (valOf Int.minInt)), Int.toString (Int.fromLarge ~9223372036854775808)]
val () = say [(Int.toString (Int.fromLarge 9223372036854775808)) handle Overflow => "Overflow"]
