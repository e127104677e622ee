(* Rule 31, section 4.10: only an exception constructor can be given another name. *)
val e = Fail "x"
exception E = e (* ERROR e *)
