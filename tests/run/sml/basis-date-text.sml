(* Date: formats, reading, and the time here. *)
structure D = Date
fun p x = print (x ^ "\n")
val d = D.date {year = 2003, month = D.Jul, day = 4, hour = 15, minute = 5, second = 9, offset = SOME Time.zeroTime}
val () = app (fn f => p (D.fmt f d)) ["%a %A", "%b %B", "%d %H %I %j %m %M %p %S", "%U %w %W", "%y %Y %%", "day %d.", "%H:%M"]
val () = p (D.toString d)
fun read s = case D.fromString s of SOME d => p (D.toString d) | NONE => p "none"
val () = app read ["Fri Jul 04 15:05:09 2003", "  Wed Mar 08 19:06:45 1995 rest", "nonsense", ""]
fun list (h :: t) = SOME (h, t) | list [] = NONE
val () = p (case D.scan list (explode "Wed Mar 08 19:06:45 1995 rest") of SOME (_, rest) => implode rest | NONE => "none")
val now = Time.now ()
val here = D.fromTimeLocal now
val () = p (Bool.toString (Time.toSeconds (D.toTime here) = Time.toSeconds now))
val () = p (Bool.toString (not (isSome (D.offset here))))
val () = p (Bool.toString (Time.< (D.localOffset (), Time.fromSeconds 86400)))
