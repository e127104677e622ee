(* CommandLine with arguments: each is one, whatever it contains. *)
val () = app (fn s => print ("<" ^ s ^ ">\n")) (CommandLine.arguments ())
val () = print (Bool.toString (size (CommandLine.name ()) > 0) ^ "\n")
