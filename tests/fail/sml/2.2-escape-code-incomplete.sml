(* Section 2.2: \ddd takes three digits. *)
val s = "a\12" (* ERROR escape *)
