(* Section 2.2: \q is no escape sequence. *)
val s = "a\qb" (* ERROR escape *)
