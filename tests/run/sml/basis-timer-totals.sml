(* Timer: watches that started with the program. *)
fun p x = print (x ^ "\n")
val total = Timer.totalCPUTimer ()
val {usr, sys} = Timer.checkCPUTimer total
val () = p (Bool.toString (Time.> (Time.+ (usr, sys), Time.zeroTime)))
val {nongc, gc} = Timer.checkCPUTimes total
val () = p (Bool.toString (Time.>= (#usr nongc, Time.zeroTime) andalso Time.>= (#sys gc, Time.zeroTime)))
val () = p (Bool.toString (Time.>= (Timer.checkGCTime total, Time.zeroTime)))
val () = p (Bool.toString (Time.>= (Timer.checkRealTimer (Timer.totalRealTimer ()), Time.zeroTime)))
