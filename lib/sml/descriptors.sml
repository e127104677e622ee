(* The descriptors that threads wait for.

   The system reports a descriptor when it becomes ready, not while it is. So a thread first tries;
   if it is refused, it waits here for the next report, unless one has come meanwhile. *)

structure Descriptors = struct
  (* A thread that waits: who it is, a function that makes it ready, and whether it still waits. *)
  datatype waiter = Waiter of Threads.thread * (unit -> unit) * (unit -> bool)

  (* Who waits, and whether the descriptor was reported when nobody did. *)
  datatype side = Side of waiter list ref * bool ref

  local
    (* By descriptor, for input and for output. One that is always ready is none. *)
    val ports : (side * side) option array ref = ref (Array.array (16, NONE))
    val closeInSystem = _prim "io.close" : int -> unit
    (* The system's number for all. *)
    val events = ref ~1

    fun prepare () =
      if !events >= 0 then () else events := System.number ("epoll.create", "", "", 0, 0)

    fun port fd =
      if 0 <= fd andalso fd < Array.length (!ports) then Array.sub (!ports, fd) else NONE

    fun keep (fd, p) =
      let val n = Array.length (!ports) in
        if fd < n then ()
        else
          ports :=
            Array.tabulate (2 * fd, fn i => if i < n then Array.sub (!ports, i) else NONE);
        Array.update (!ports, fd, SOME p);
        SOME p
      end

    fun wake (Side (waiters, reported)) =
      case !waiters of
        [] => reported := true
      | l =>
          (waiters := [];
           List.app
             (fn Waiter (_, back, waits) => if waits () then back () else ()) (List.rev l))
  in
    (* The number of threads that wait for descriptors. *)
    val awaited = ref 0

    (* All of these are called in a critical section. *)

    (* The two sides of a descriptor, unless it is always ready; raises SysErr. *)
    fun sides fd =
      case port fd of
        SOME p => SOME p
      | NONE =>
          if (prepare (); System.number ("epoll.watch", "", "", !events, fd)) = 0 then NONE
          else keep (fd, (Side (ref [], ref false), Side (ref [], ref false)))

    (* True if the descriptor was reported since the last such question, or a thread's wait. *)
    fun wasReported (Side (_, reported)) = !reported andalso (reported := false; true)

    (* A thread waits. Of those who waited elsewhere too, some do not wait any more. *)
    fun add (Side (waiters, _), waiter) =
      waiters := waiter :: List.filter (fn Waiter (_, _, waits) => waits ()) (!waiters)

    (* Wakes those whose descriptors are ready; waits so many nanoseconds for one, for ever if they
       are negative. *)
    fun poll nanos =
      let
        val () = prepare ()
        val found = System.text ("epoll.wait", "", "", !events, nanos)
        fun go i =
          if i >= String.size found div 16 then ()
          else
            let
              val what = System.packed (found, 2 * i + 1)
            in
              case port (System.packed (found, 2 * i)) of
                SOME (input, output) =>
                  (if what <> 2 then wake input else (); if what <> 1 then wake output else ())
              | NONE => Incoming.take ();
              go (i + 1)
            end
      in
        go 0
      end

    (* Closes a descriptor; those that wait for it are told by their next attempt. *)
    fun close fd =
      (case port fd of
         NONE => ()
       | SOME (input, output) => (Array.update (!ports, fd, NONE); wake input; wake output);
       closeInSystem fd)

    (* Those among some threads who wait do not wait any more. *)
    fun release isGone =
      let
        fun side (Side (waiters, _)) =
          List.app
            (fn Waiter (t, back, waits) => if isGone t andalso waits () then back () else ())
            (!waiters)
      in
        Array.app (fn NONE => () | SOME (input, output) => (side input; side output)) (!ports)
      end

    (* In a child that was forked: it has descriptors of its own. *)
    fun forked () =
      let
        val old = !events
        fun watch (_, NONE) = ()
          | watch (fd, SOME _) =
              System.run ("epoll.watch", "", "", !events, fd)
              handle System.SysErr _ => Array.update (!ports, fd, NONE)
      in
        if old < 0 then ()
        else (closeInSystem old; events := ~1; prepare (); Array.appi watch (!ports))
      end
  end
end
