(* Section 2.8: fields of a record expression take =. *)
val a = {x : 1, y : 2} (* ERROR = *)
