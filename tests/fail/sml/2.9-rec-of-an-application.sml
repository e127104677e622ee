(* Section 2.9: the right side of val rec is fn, not a call that gives a function. *)
fun id f = f
val rec f = id (fn x => f x) (* ERROR fn *)
