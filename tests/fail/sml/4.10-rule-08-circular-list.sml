(* Rule 8, section 4.10: a list that would hold itself. *)
fun wrap l = l :: l (* ERROR *)
