(* Section 2.9: a label twice in a record type. *)
type t = {x : int, x : bool} (* ERROR x *)
