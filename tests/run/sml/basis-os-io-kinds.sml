(* The kinds of descriptors are all different. *)
structure K = OS.IO.Kind
val kinds = [K.file, K.dir, K.symlink, K.tty, K.pipe, K.socket, K.device]
val () = print (Int.toString (length (List.filter (fn k => length (List.filter (fn j => j = k) kinds) = 1) kinds)) ^ "\n")
val null = TextIO.openIn "/dev/null"
val TextPrimIO.RD {ioDesc, ...} = #1 (TextIO.StreamIO.getReader (TextIO.getInstream null))
val () = print (Bool.toString (OS.IO.kind (valOf ioDesc) = K.device) ^ "\n")
