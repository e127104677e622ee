(* Rule 8, section 4.10: a reference where its contents are wanted. *)
val r = ref 1
val a = r + 1 (* ERROR ref *)
