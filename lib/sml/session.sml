(* An interactive session, as the program that it runs sees it. *)

structure Session = struct
  (* What `use` raises when a file was rejected or has raised; the session has said why. *)
  exception Use of string

  local
    val callcc = _prim "callcc" : (bool cont -> bool) -> bool
    val throw = _prim "throw" : bool cont * bool -> unit
    val leave = _prim "program.leave" : string -> unit
    (* The calls of `use` that wait for their files, the last one first, each with the number of
       critical sections around it, that of its thread, and what has this thread go on. *)
    val waiting : (bool cont * int * int * (unit -> unit)) list ref = ref []
    (* True if the thread of a file waits for ever. *)
    val lost = ref false
    (* True if it ends, by which it ends the file. *)
    val ends = ref false

    fun keep calls =
      (waiting := calls; Waiting.user := (case calls of (_, _, t, _) :: _ => t | [] => ~1))

    (* The calls before which no more than so many were waiting. *)
    fun oldest number = List.drop (!waiting, List.length (!waiting) - number)
  in
    (* The call leaves what runs now. The session compiles and runs the file, and then has the call
       return by `resume`. *)
    fun use file =
      if
        callcc
          (fn k =>
             (keep ((k, !Waiting.sections, !Waiting.self (), !Waiting.here ()) :: !waiting);
              Waiting.fileEnds := (fn () => (ends := true; leave "ended"));
              leave ("use " ^ file);
              false))
      then ()
      else raise Use file

    (* Goes on with the call before which as many were waiting. *)
    fun resume (earlier, ok) =
      case oldest (earlier + 1) of
        [] => ()
      | (k, sections, _, revive) :: rest =>
          (keep rest;
           if !lost then (lost := false; revive ()) else ();
           Waiting.sections := sections;
           throw (k, ok))

    (* What ran has not come to its end, and does not go on, but for the calls before. All of it was
       stopped, or only the thread that has ended or waits for ever. *)
    fun abandon (earlier, stopped) =
      (keep (oldest earlier);
       lost := (earlier > 0 andalso not stopped andalso not (!ends));
       if earlier = 0 orelse stopped then !Waiting.abandoned stopped else ();
       ends := false;
       Waiting.sections := 0)
  end
end
