(* Section 2.2: \256 is beyond the last character. *)
val s = "\256" (* ERROR 255 *)
