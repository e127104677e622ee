(* CommandLine without arguments. *)
val () = print (Int.toString (length (CommandLine.arguments ())) ^ "\n")
val () = print (Bool.toString (size (CommandLine.name ()) > 0) ^ "\n")
