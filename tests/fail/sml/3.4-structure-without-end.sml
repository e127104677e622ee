(* Section 3.4: struct needs end. *)
structure S = struct
  (* ERROR end *) val x = 1 