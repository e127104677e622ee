(* Section 2.5: 0x without digits reads as 0 followed by x. *)
val a = 0x (* ERROR x *)
