(* What an operation does that would wait: alone it waits in the system; among threads it lets
   others run meanwhile. The scheduler sets the functions when there is a second thread. *)

structure Waiting = struct
  (* True once there has been a second thread. *)
  val threads = ref false

  (* Waits until an operation on a descriptor may succeed that has just been refused: input (true)
     or output (false). *)
  val descriptor : (int * bool -> unit) ref =
    ref (fn (fd, input) =>
           System.run ("poll", System.pack [fd, if input then 1 else 4], "", ~1, 0))

  (* What is done before a descriptor is closed. *)
  val closed : (int -> unit) ref = ref (fn _ => ())

  (* Waits for so many nanoseconds. *)
  val time : (int -> unit) ref = ref (fn n => System.run ("nanosleep", "", "", n, 0))

  (* What is done in a child that was forked. *)
  val forked : (unit -> unit) ref = ref (fn () => ())

  local
    fun isReady (fd, input) =
      System.packed
        (System.text ("poll", System.pack [fd, if input then 1 else 4], "", 0, 0), 0) <> 0
    fun wait what = if isReady what then () else (!descriptor what; wait what)
  in
    (* Before an operation on a descriptor that would wait in the system. *)
    fun input fd = if !threads then wait (fd, true) else ()
    fun output fd = if !threads then wait (fd, false) else ()
  end

  (* Before a descriptor is closed. *)
  fun closing fd = if !threads then !closed fd else ()

  (* The end of a child process, as the call `wait` has it. *)
  fun child (pid, options) =
    let
      val or = _prim "or.i64" : int * int -> int
      fun go pause =
        case System.call ("wait", "", "", pid, or (options, 1)) of
          (0, _) => (!time pause; go (System.min (2 * pause, 10000000)))
        | found => found
    in
      if !threads andalso or (options, 1) <> options then go 100000
      else System.call ("wait", "", "", pid, options)
    end
end
