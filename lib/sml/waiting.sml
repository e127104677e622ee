(* What an operation does that would wait: alone it waits in the system; among threads it lets
   others run meanwhile. The scheduler sets the functions when there is a second thread. *)

structure Waiting = struct
  (* True once there has been a second thread. *)
  val threads = ref false

  (* The number of critical sections around: in one, no other thread takes over. *)
  val sections = ref 0
  (* Ends one. *)
  val left : (unit -> unit) ref = ref (fn () => sections := !sections - 1)

  (* Wait in the system, for a descriptor and for so many nanoseconds. *)
  fun inSystem (fd, input, _ : unit -> bool) =
    System.run ("poll", System.pack [fd, if input then 1 else 4], "", ~1, 0)
  fun sleep nanos = System.run ("nanosleep", "", "", nanos, 0)

  (* Waits until an operation on a descriptor may succeed that has just been refused: input (true)
     or output (false). Not if the descriptor is not open any more, as the function says: its number
     may be that of another. *)
  val descriptor : (int * bool * (unit -> bool) -> unit) ref = ref inSystem

  (* Waits until one of several may succeed, or for so many nanoseconds if they are not negative. *)
  val descriptors : ((int * bool) list * int -> unit) ref = ref (fn _ => ())

  (* Does something to a descriptor after which it is another one, or none; those that wait for it
     are told by their next attempt. *)
  val change : (int * (unit -> unit) -> unit) ref = ref (fn (_, f) => f ())

  (* Waits for so many nanoseconds. *)
  val time : (int -> unit) ref = ref sleep

  (* This thread waits until it is called back. The function gets the one to do so, and another one
     that says whether this thread still waits, both for critical sections. *)
  val until : (string * ((unit -> unit) * (unit -> bool) -> unit) -> unit) ref =
    ref (fn _ => ())

  (* What is done in a session behind an input that has not come to its end; true if all that ran
     has been stopped. *)
  val abandoned : (bool -> unit) ref = ref (fn _ => ())

  (* Gives what has this thread go on, though it waits for ever: it becomes another one. Before there
     is a second thread, it is the first, whose number is 0. *)
  val here : (unit -> unit -> unit) ref = ref (fn () => fn () => !abandoned false)
  val self : (unit -> int) ref = ref (fn () => 0)

  (* The number of the thread that uses the file that is being evaluated, ~1 if there is none; its
     end is that of the file. *)
  val user = ref ~1
  val fileEnds : (unit -> unit) ref = ref (fn () => ())

  (* What is done in a child that was forked. *)
  val forked : (unit -> unit) ref = ref (fn () => ())

  (* True if others may run while this thread waits. In a critical section it waits in the system. *)
  fun letsOthersRun () = !threads andalso !sections = 0

  (* Calls a function in a critical section. *)
  fun undisturbed f =
    let
      val () = sections := !sections + 1
      val y = f () handle e => (!left (); raise e)
    in
      !left ();
      y
    end

  fun close fd = !change (fd, fn () => (_prim "io.close" : int -> unit) fd)

  local
    val flush = _prim "io.flush" : int -> unit

    fun isReady (fd, input) =
      System.packed
        (System.text ("poll", System.pack [fd, if input then 1 else 4], "", 0, 0), 0) <> 0

    (* Calls a function that would wait in the system when it would not. Nobody comes in between,
       and if the descriptor is not open any more, its number may be that of another. *)
    fun attempt (fd, input, isOpen, f) =
      if letsOthersRun () then
        case
          undisturbed
            (fn () =>
               if not (isOpen ()) orelse isReady (fd, input) then SOME (f ()) else NONE)
        of
          SOME y => y
        | NONE => (!descriptor (fd, input, isOpen); attempt (fd, input, isOpen, f))
      else f ()

    (* Writes what has to be written of what waits for a descriptor, or all of it (1). *)
    fun write (fd, all) =
      case System.raw ("output.write", "", "", fd, all) of
        (0, _) => ()
      | (1, _) => write (fd, all)
      | _ => if letsOthersRun () then (!descriptor (fd, false, fn () => true); write (fd, all))
          else flush fd
  in
    (* Before output is added to what waits for a descriptor: what was printed comes before what is
       written to standard error, where both are one. *)
    fun adding fd =
      if fd = 2 andalso !threads andalso #1 (System.raw ("output.same", "", "", 1, 2)) = 1 then
        write (1, 1)
      else ()
    (* Afterwards. *)
    fun written fd = if !threads then write (fd, 0) else ()
    (* Writes all that waits for a descriptor. *)
    fun flushed fd = if !threads then write (fd, 1) else flush fd

    (* Calls a function that reads from a descriptor, once there is something, or no descriptor any
       more, as the other function says. *)
    fun input (fd, isOpen, f) = attempt (fd, true, isOpen, f)

    (* Has a function write so many elements from a place on, some at a time, and says how many it
       has written. *)
    fun output (fd, isOpen, f, start, n) =
      let
        fun go done =
          if done = n then n
          else
            case
              attempt (fd, false, isOpen, fn () => f (start + done, n - done))
              handle e as System.Raw _ => if done > 0 then 0 else raise e
            of
              0 => done
            | k => go (done + k)
      in
        if letsOthersRun () then go 0 else f (start, n)
      end
  end

  (* The events that have happened to descriptors, packed: waits until one of those that are wanted
     does, or for so many nanoseconds if they are not negative. 1 is input, 2 urgent input, 4 room
     for output. *)
  fun events (wanted, nanos) =
    let
      val packed = System.pack (List.concat (List.map (fn (fd, e) => [fd, e]) wanted))
      fun ask limit = System.text ("poll", packed, "", limit, 0)
      fun any (found, i) =
        i >= 0 andalso (System.packed (found, i) <> 0 orelse any (found, i - 1))
      fun clock () = System.number ("steady", "", "", 0, 0)
      val and' = _prim "and.i64" : int * int -> int
      fun sides (fd, e) =
        (if and' (e, 4) <> 0 then [(fd, false)] else [])
        @ (if and' (e, 3) <> 0 then [(fd, true)] else [])
      fun among left =
        let
          val found = ask 0
          val now = clock ()
        in
          if left = 0 orelse any (found, List.length wanted - 1) then found
          else
            (!descriptors (List.concat (List.map sides wanted), left);
             among (if left < 0 then left else System.max (0, left - (clock () - now))))
        end
    in
      if not (letsOthersRun ()) then
        ask (if nanos < 0 then ~1 else (nanos + 999999) div 1000000 handle Overflow => ~1)
      else if List.null wanted andalso nanos >= 0 then (!time nanos; "")
      else among nanos
    end

  (* The end of a child process, as the call `wait` has it. *)
  fun child (pid, options) =
    let
      val or = _prim "or.i64" : int * int -> int
      fun go pause =
        case System.call ("wait", "", "", pid, or (options, 1)) of
          (0, _) => (!time pause; go (System.min (2 * pause, 10000000)))
        | found => found
    in
      if letsOthersRun () andalso or (options, 1) <> options then go 100000
      else System.call ("wait", "", "", pid, options)
    end
end
