(* Section 4.11: the other labels of the record are not known. *)
fun name r = #name r (* ERROR *)
