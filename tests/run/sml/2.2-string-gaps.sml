(* Section 2.2: a gap \f...f\ of formatting characters is left out. *)
val () = print "one \
               \line\n"
val () = print "a\   \b\		\c\
\d\n"
val () = print "\
               \begins and ends with a gap\n\
               \"
val () = print (Int.toString (size "ab\  \cd\
   \") ^ "\n")
val () = print "two\
  \\
  \ gaps in \

\a row over an empty line\n"
