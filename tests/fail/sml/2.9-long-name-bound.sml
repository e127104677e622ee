(* Section 2.9: only short names are bound. *)
structure A = struct val x = 1 end
val A.x = 2 (* ERROR A.x *)
