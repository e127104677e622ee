(* Section 2.2: a string ends on its line; the next declaration is read. *)
val s = "no end; (* ERROR string *)
val t = 1 + "x" (* ERROR *)
