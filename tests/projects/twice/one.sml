val who = "one"
val () = print "one.sml is evaluated\n"
