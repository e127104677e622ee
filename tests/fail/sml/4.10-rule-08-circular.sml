(* Rule 8, section 4.10: a function applied to itself has no finite type. *)
fun selfApply f = f f (* ERROR circular *)
