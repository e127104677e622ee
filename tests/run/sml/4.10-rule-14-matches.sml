(* Rules 12 to 14, section 4.10: functions with several rules; variables of one rule are not seen in another. *)
val x = 100
val f = fn (0, x) => x | (y, 0) => y + x | (a, b) => a * b
val () = app (fn p => print (Int.toString (f p) ^ " ")) [(0, 5), (3, 0), (4, 5)]
val () = print "\n"
val g = fn 1 => (fn 2 => "1,2" | _ => "1,_") | _ => (fn _ => "_")
val () = print (g 1 2 ^ " " ^ g 1 3 ^ " " ^ g 2 2 ^ "\n")
