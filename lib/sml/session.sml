(* An interactive session, as the program that it runs sees it. *)

structure Session = struct
  (* What `use` raises when a file was rejected or has raised; the session has said why. *)
  exception Use of string

  local
    val callcc = _prim "callcc" : (bool cont -> bool) -> bool
    val throw = _prim "throw" : bool cont * bool -> unit
    val leave = _prim "program.leave" : string -> unit
    (* The calls of `use` that wait for their files, the last one first. *)
    val waiting : bool cont list ref = ref []
  in
    (* The call leaves what runs now. The session compiles and runs the file, and then has the call
       return by `resume`. *)
    fun use file =
      if callcc (fn k => (waiting := k :: !waiting; leave ("use " ^ file); false)) then ()
      else raise Use file

    (* Goes on with the call before which as many were waiting. *)
    fun resume (earlier, ok) =
      case !waiting of
        [] => ()
      | k :: rest =>
          (waiting := rest; if length rest > earlier then resume (earlier, ok) else throw (k, ok))
  end
end
