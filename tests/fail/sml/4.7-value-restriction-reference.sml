(* Section 4.7: the contents of the reference have one type. *)
val r = ref []
val () = r := [1]
val () = r := ["one"] (* ERROR string *)
