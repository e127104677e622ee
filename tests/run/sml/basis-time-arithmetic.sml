(* Time: conversions, arithmetic, comparison. *)
structure T = Time
fun p x = print (x ^ "\n")
fun ord' LESS = "<" | ord' EQUAL = "=" | ord' GREATER = ">"
val a = T.fromReal 1.5
val b = T.fromMilliseconds 250
val () = p (T.toString a ^ " " ^ T.toString b ^ " " ^ T.toString T.zeroTime)
val () = p (T.toString (T.+ (a, b)) ^ " " ^ T.toString (T.- (a, b)) ^ " " ^ T.toString (T.- (b, a)))
val () = p (ord' (T.compare (a, b)) ^ Bool.toString (T.< (a, b)) ^ Bool.toString (T.<= (a, a)) ^ Bool.toString (T.> (a, b)) ^ Bool.toString (T.>= (b, a)))
val () = p (Bool.toString (T.toSeconds a = 1) ^ Bool.toString (T.toMilliseconds a = 1500) ^ Bool.toString (T.toMicroseconds b = 250000) ^ Bool.toString (T.toNanoseconds b = 250000000))
val () = p (Bool.toString (T.fromSeconds 2 = T.fromMilliseconds 2000) ^ Bool.toString (T.fromMicroseconds 5 = T.fromNanoseconds 5000))
val () = p (Bool.toString (T.toReal a > 1.49 andalso T.toReal a < 1.51))
val () = p (Bool.toString (T.> (T.now (), T.fromSeconds 1600000000)))
val later = T.now ()
val () = p (Bool.toString (T.<= (later, T.now ())))
