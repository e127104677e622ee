val () = MLton.GC.collect ()
