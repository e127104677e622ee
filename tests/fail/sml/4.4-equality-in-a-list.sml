(* Section 4.4: a list of functions admits no equality. *)
val a = [fn x => x] = [] (* ERROR equality *)
