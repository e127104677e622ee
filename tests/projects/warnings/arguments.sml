val () = app (fn name => print (name ^ "\n")) (CommandLine.arguments ())
