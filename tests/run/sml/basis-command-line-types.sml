(* CommandLine's functions are values like others. *)
structure C : COMMAND_LINE = CommandLine
val l = map (fn f => length (f ())) [C.arguments, CommandLine.arguments]
val () = app (fn n => print (Int.toString n ^ "\n")) l
val () = print (Bool.toString (C.name () = CommandLine.name ()) ^ "\n")
