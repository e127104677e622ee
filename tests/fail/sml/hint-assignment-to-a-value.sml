val x = 5
val () = x := 6 (* ERROR `:=` assigns to a ref *)
