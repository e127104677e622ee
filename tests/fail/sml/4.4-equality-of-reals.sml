(* Section 4.4: reals admit no equality; Real.== is the way. *)
fun zero x = x = 0.0 (* ERROR equality *)
