(* MLton.Process: a child whose streams are pipes, files or those of this program. *)
open MLton.Process
fun p s = print (s ^ "\n")

val shout = create
  {path = "/usr/bin/env", args = ["tr", "a-z", "A-Z"], env = NONE,
   stdin = Param.pipe, stdout = Param.pipe, stderr = Param.self}
val () =
  let val out = Child.textOut (getStdin shout)
  in TextIO.output (out, "to the child\n"); TextIO.closeOut out end
val () = print (TextIO.inputAll (Child.textIn (getStdout shout)))
val () = p (case reap shout of Posix.Process.W_EXITED => "ended" | _ => "failed")

val nothing = create
  {path = "/bin/cat", args = [], env = SOME ["A=b"], stdin = Param.null, stdout = Param.pipe, stderr = Param.null}
val () = p (Int.toString (size (TextIO.inputAll (Child.textIn (getStdout nothing)))))
val () = (ignore (Child.textIn (getStdout nothing)); p "twice") handle DoublyRedirected => p "only once"
val () = p (case reap nothing of Posix.Process.W_EXITED => "ended" | _ => "failed")

val coded = spawn {path = "/bin/sh", args = ["sh", "-c", "exit 3"]}
val () =
  case Posix.Process.waitpid (Posix.Process.W_CHILD coded, []) of
    (_, Posix.Process.W_EXITSTATUS w) => p (Word8.toString w)
  | _ => p "?"
val missing = spawnp {file = "there-is-no-such-program", args = ["x"]}
val () =
  case Posix.Process.waitpid (Posix.Process.W_CHILD missing, []) of
    (_, Posix.Process.W_EXITSTATUS w) => p (Word8.fmt StringCvt.DEC w)
  | _ => p "?"
