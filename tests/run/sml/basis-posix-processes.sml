(* Posix.Process and Posix.ProcEnv. *)
structure P = Posix.Process
fun p x = print (x ^ "\n")
val () = p (Bool.toString (Posix.ProcEnv.getpid () <> Posix.ProcEnv.getppid ()))
val () = p (Bool.toString (List.exists (fn s => size s > 5 andalso substring (s, 0, 5) = "PATH=") (Posix.ProcEnv.environ ())))
val () = p "before"
val () =
  case P.fork () of
    NONE => P.exit 0w5
  | SOME pid =>
      case P.waitpid (P.W_CHILD pid, []) of
        (q, P.W_EXITSTATUS w) => p (Bool.toString (pid = q) ^ Int.toString (Word8.toInt w))
      | _ => p "other"
val () = p (Posix.Error.errorName Posix.Error.noent ^ Bool.toString (Posix.Error.syserror "acces" = SOME Posix.Error.acces))
val () = p (Bool.toString (Posix.ProcEnv.getuid () = Posix.ProcEnv.getuid ()))
