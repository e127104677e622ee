(* Rule 11, section 4.10: only exceptions are raised. *)
val a = if true then 1 else raise "failure" (* ERROR exn *)
