(* Continuations and random numbers under MLton's names. *)
val () = print (Int.toString (1 + MLton.Cont.callcc (fn k => 10 + MLton.Cont.throw (k, 5))) ^ "\n")
val () = MLton.Random.srand 0w7
val a = MLton.Random.rand ()
val b = MLton.Random.rand ()
val () = MLton.Random.srand 0w7
val () = print (Bool.toString (a = MLton.Random.rand ()) ^ Bool.toString (a = b) ^ "\n")
val () = MLton.GC.collect ()
val () = print (Bool.toString MLton.isMLton ^ "\n")
