(* Rule 10, section 4.10: a handler's pattern is of type exn. *)
val a = 1 handle 2 => 3 (* ERROR exceptions *)
