(* Section 4.4: functions admit no equality. *)
val a = (fn x => x + 1) = (fn x => x + 1) (* ERROR equality *)
