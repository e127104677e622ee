val () = print (One.one ++ "two" ^ "\n")
val () = app (fn a => print (a ^ "\n")) (CommandLine.arguments ())
