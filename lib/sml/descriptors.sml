(* The descriptors that threads wait for.

   The system reports a descriptor when it becomes ready, not while it is. So a thread first tries;
   if it is refused, it waits here for the next report, unless one has come meanwhile. *)

structure Descriptors = struct
  (* A thread that waits: who it is, a function that makes it ready, and whether it still waits. *)
  datatype waiter = Waiter of Threads.thread * (unit -> unit) * (unit -> bool)

  (* Who waits; whether the descriptor was reported when nobody did; and the number of the thread
     that alone was told of the last report, [none] before the first, [several] for more than one. *)
  datatype side = Side of waiter list ref * bool ref * int ref
  val (none, several) = (~1, ~2)

  local
    (* By descriptor, for input and for output. One that is always ready is none. *)
    val ports : (side * side) option array ref = ref (Array.array (16, NONE))
    (* The system's number for all. *)
    val events = ref ~1

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

    fun new () = Side (ref [], ref false, ref none)

    fun wake (Side (waiters, reported, told)) =
      let
        val those = List.filter (fn Waiter (_, _, waits) => waits ()) (!waiters)
      in
        waiters := [];
        (case those of
           [] => reported := true
         | [Waiter (t, _, _)] => told := Threads.id t
         | _ => told := several);
        List.app (fn Waiter (_, back, _) => back ()) (List.rev those)
      end
  in
    (* The number of threads that wait for descriptors. *)
    val awaited = ref 0

    (* All of these are called in a critical section. *)

    (* Before any other; raises SysErr. *)
    fun prepare () =
      if !events >= 0 then () else events := System.number ("epoll.create", "", "", 0, 0)

    (* The two sides of a descriptor, unless it is always ready; raises SysErr. *)
    fun sides fd =
      case port fd of
        SOME p => SOME p
      | NONE =>
          if System.number ("epoll.watch", "", "", !events, fd) = 0 then NONE
          else keep (fd, (new (), new ()))

    (* True if this thread, which was refused, should try again: the descriptor was reported since.
       If another thread was told of that, it may have left something. *)
    fun isReady (fd, input, Side (_, reported, told)) =
      let
        val me = Threads.id (Threads.self ())
        fun asked () =
          System.text ("poll", System.pack [fd, if input then 1 else 4], "", 0, 0)
      in
        if !reported then (reported := false; told := me; true)
        else !told <> none andalso !told <> me andalso System.packed (asked (), 0) <> 0
      end

    (* A thread waits. Of those who waited elsewhere too, some do not wait any more. *)
    fun add (Side (waiters, _, _), waiter) =
      waiters := waiter :: List.filter (fn Waiter (_, _, waits) => waits ()) (!waiters)

    (* Wakes those whose descriptors are ready; waits so many nanoseconds for one, for ever if they
       are negative. *)
    fun poll nanos =
      let
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

    (* A descriptor is another one now, or none: those that wait for it try again. *)
    fun changed fd =
      case port fd of
        NONE => ()
      | SOME (input, output) => (Array.update (!ports, fd, NONE); wake input; wake output)

    (* Those among some threads who wait do not wait any more. *)
    fun release isGone =
      let
        fun side (Side (waiters, _, _)) =
          List.app
            (fn Waiter (t, back, waits) => if isGone t andalso waits () then back () else ())
            (!waiters)
      in
        Array.app (fn NONE => () | SOME (input, output) => (side input; side output)) (!ports)
      end

    (* In a child that was forked: it has descriptors of its own. *)
    fun forked () =
      let
        val close = _prim "io.close" : int -> unit
        val old = !events
        fun watch (_, NONE) = ()
          | watch (fd, SOME _) =
              System.run ("epoll.watch", "", "", !events, fd)
              handle System.SysErr _ => changed fd
      in
        if old < 0 then ()
        else (close old; events := ~1; prepare (); Array.appi watch (!ports))
      end
  end
end
