(* Date: dates in Greenwich and their parts. *)
structure D = Date
fun p x = print (x ^ "\n")
val utc = SOME Time.zeroTime
fun date (y, m, d, h, mi, s) = D.date {year = y, month = m, day = d, hour = h, minute = mi, second = s, offset = utc}
fun show d = p (D.toString d ^ " " ^ Int.toString (D.yearDay d))
val d = date (1995, D.Mar, 8, 19, 6, 45)
val () = show d
val () = p (Int.toString (D.year d) ^ " " ^ Int.toString (D.day d) ^ " " ^ Int.toString (D.hour d) ^ " " ^ Int.toString (D.minute d) ^ " " ^ Int.toString (D.second d) ^ Bool.toString (D.month d = D.Mar) ^ Bool.toString (D.weekDay d = D.Wed))
val () = show (date (2000, D.Feb, 29, 0, 0, 0))
val () = show (date (1999, D.Dec, 31, 23, 59, 60))
val () = show (date (2001, D.Feb, 29, 0, 0, 0))
val () = show (date (2024, D.Jan, 0, 0, 0, 0))
val () = show (date (2024, D.Jan, 1, ~1, 0, 0))
val () = show (date (1900, D.Mar, 1, 12, 0, 0))
val () = show (date (2100, D.Dec, 31, 12, 0, 0))
val () = p (Bool.toString (D.toTime (date (1970, D.Jan, 1, 0, 0, 10)) = Time.fromSeconds 10))
val () = p (Bool.toString (D.toTime (date (2001, D.Sep, 9, 1, 46, 40)) = Time.fromSeconds 1000000000))
val () = show (D.fromTimeUniv (Time.fromSeconds 1000000000))
val () = show (D.fromTimeUniv (Time.fromSeconds ~1))
fun ord' LESS = "<" | ord' EQUAL = "=" | ord' GREATER = ">"
val () = p (ord' (D.compare (d, d)) ^ ord' (D.compare (d, date (1996, D.Jan, 1, 0, 0, 0))))
val () = p (case D.offset d of SOME t => Time.toString t | NONE => "none")
