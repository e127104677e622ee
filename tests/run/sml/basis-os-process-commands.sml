(* OS.Process: commands, environment, what is done at the end. *)
structure P = OS.Process
fun p x = print (x ^ "\n")
val () = p (Bool.toString (P.isSuccess P.success) ^ Bool.toString (P.isSuccess P.failure))
val () = p "before"
val () = p (Bool.toString (P.isSuccess (P.system "echo from the shell")))
val () = p (Bool.toString (P.isSuccess (P.system "exit 3")))
val () = p (Bool.toString (isSome (P.getEnv "PATH")) ^ Bool.toString (isSome (P.getEnv "KONT_NO_SUCH_VARIABLE")))
val () = P.sleep (Time.fromMilliseconds 5)
val () = P.atExit (fn () => print "second\n")
val () = P.atExit (fn () => (print "first\n"; raise Fail "ignored"))
val () = print "last words, "
val _ : int = P.exit P.success
val () = print "never\n"
