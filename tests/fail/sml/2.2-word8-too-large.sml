(* Section E.1: 256 is no Word8.word. *)
val a : Word8.word = 0w256 (* ERROR *)
