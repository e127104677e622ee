(* Numbers of many thousand digits, against identities. *)
fun say l = print (String.concatWith " " l ^ "\n")
val a = IntInf.pow (3, 60000)
val b = IntInf.pow (7, 20000) + 12345
val q = a div b val r = a mod b
val () = say (map Bool.toString [q * b + r = a, r >= 0, r < b, (a * b) div b = a, (a * b + 17) mod b = 17, (a * b - 1) div b = a - 1])
val s = IntInf.toString a
val () = say [Int.toString (size s), String.substring (s, 0, 20), String.extract (s, size s - 20, NONE)]
val () = say [Bool.toString (IntInf.fromString s = SOME a), Bool.toString (IntInf.fromString ("~" ^ s) = SOME (~ a))]
val t = IntInf.toString (IntInf.pow (10, 12345))
val () = say [Int.toString (size t), Bool.toString (List.all (fn c => c = #"0") (tl (explode t)))]
val () = say [Int.toString (IntInf.log2 a), Bool.toString (IntInf.quot (~ a, b) = ~ q), Bool.toString ((~ a) div b = ~ q - 1)]
val h = IntInf.fmt StringCvt.HEX b
val () = say [Bool.toString (StringCvt.scanString (IntInf.scan StringCvt.HEX) h = SOME b)]
