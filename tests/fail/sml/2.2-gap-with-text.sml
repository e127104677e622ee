(* Section 2.2: a gap in a string holds formatting characters only. *)
val s = "one \  two \ three" (* ERROR gap *)
