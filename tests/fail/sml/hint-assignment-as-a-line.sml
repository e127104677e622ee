(* A line is no statement: it goes on with the `val` before it. *)
val x = 5
x := 6 (* ERROR `val () = x := ...`, where `x` is a ref *)
