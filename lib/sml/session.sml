(* An interactive session, as the program that it runs sees it. *)

structure Session = struct
  (* What `use` raises when a file was rejected or has raised; the session has said why. *)
  exception Use of string

  local
    val callcc = _prim "callcc" : (bool cont -> bool) -> bool
    val throw = _prim "throw" : bool cont * bool -> unit
    val leave = _prim "program.leave" : string -> unit
    (* The calls of `use` that wait for their files, the last one first, each with the number of
       critical sections around it. *)
    val waiting : (bool cont * int) list ref = ref []

    (* The calls before which no more than so many were waiting. *)
    fun oldest number = List.drop (!waiting, List.length (!waiting) - number)
  in
    (* The call leaves what runs now. The session compiles and runs the file, and then has the call
       return by `resume`. *)
    fun use file =
      if
        callcc
          (fn k =>
             (waiting := (k, !Waiting.sections) :: !waiting; leave ("use " ^ file); false))
      then ()
      else raise Use file

    (* Goes on with the call before which as many were waiting. *)
    fun resume (earlier, ok) =
      case oldest (earlier + 1) of
        [] => ()
      | (k, sections) :: rest =>
          (waiting := rest; Waiting.sections := sections; throw (k, ok))

    (* What ran has not come to its end, and does not go on, but for the calls before. All of it was
       stopped, or only the thread that has ended. *)
    fun abandon (earlier, stopped) =
      (waiting := oldest earlier; !Waiting.abandoned stopped; Waiting.sections := 0)
  end
end
