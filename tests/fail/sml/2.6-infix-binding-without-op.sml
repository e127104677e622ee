(* Section 2.6: in a pattern an infix identifier needs op. *)
val + = 3 (* ERROR *)
