(* Section 4.4: exceptions admit no equality. *)
val a = Div = Overflow (* ERROR equality *)
