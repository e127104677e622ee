val () = print "hello\n"
