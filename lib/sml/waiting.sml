(* What an operation does that would wait: alone it waits in the system; among threads it lets
   others run meanwhile. The scheduler sets the functions when there is a second thread. *)

structure Waiting = struct
  (* True while there may be other threads. *)
  val threads = ref false

  (* Waits until a descriptor can be read from (true) or written to (false). *)
  val descriptor : (int * bool -> unit) ref =
    ref (fn (fd, input) =>
           System.run ("poll", System.pack [fd, if input then 1 else 4], "", ~1, 0))

  (* Waits for so many nanoseconds. *)
  val time : (int -> unit) ref = ref (fn n => System.run ("nanosleep", "", "", n, 0))

  (* Before a descriptor is closed: threads that wait for it go on, and find it closed. *)
  val closing : (int -> unit) ref = ref (fn _ => ())

  (* Before an operation on a descriptor that waits in the system. *)
  fun input fd = if !threads then !descriptor (fd, true) else ()
  fun output fd = if !threads then !descriptor (fd, false) else ()
end
