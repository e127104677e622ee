(* Section 2.8: fields of a record expression need labels. *)
val a = {1, 2} (* ERROR *)
