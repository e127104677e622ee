(* Later. *)
