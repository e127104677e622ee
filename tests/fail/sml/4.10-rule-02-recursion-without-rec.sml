(* Rules 2 and 25, section 4.10: val is not recursive. *)
val fact = fn 0 => 1 | n => n * fact (n - 1) (* ERROR fact *)
