(* Extension: underscores in numbers, binary constants. *)
val () = print (Int.toString (1_000_000 + 0b1010 + 0xFF_FF) ^ " " ^ Word.toString (0wb1111 + 0wx1_0) ^ "\n")
