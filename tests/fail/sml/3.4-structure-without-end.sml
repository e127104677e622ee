(* Section 3.4: struct needs end. *)
structure S = struct
  val x = 1 