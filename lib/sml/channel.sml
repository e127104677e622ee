(* Channels: a thread that sends and one that receives meet at one, and both go on. *)

structure Channel = struct
  local
    open Waiters Event
    val callcc = Continuation.callcc
    val self = Scheduler.self
    val enter = Scheduler.enter
    val leave = Scheduler.leave
    val ready = Scheduler.ready
    val sending = "a thread that receives from a channel"
    val receiving = "a thread that sends on a channel"
  in
    datatype 'a chan = Chan of ('a, unit) queue * (unit, 'a) queue

    fun channel () = Chan (queue (), queue ())

    fun sameChannel (Chan (a, _), Chan (b, _)) = a = b

    (* In a critical section: forgets who waits. *)
    fun reset (Chan (receivers, senders)) = (receivers := Nobody; senders := Nobody)

    (* In a critical section in which a receiver waits: it goes on, then this thread. *)
    fun give (receivers, x) =
      callcc
        (fn k =>
           let val (t, receiver, ()) = take receivers in
             ready (self (), k);
             Scheduler.switch (t, receiver, x)
           end)

    (* In a critical section in which a sender waits. *)
    fun get senders =
      let val (t, k, x) = take senders in
        ready (t, k);
        leave ();
        x
      end

    fun send (Chan (receivers, senders), x) =
      (enter (); if some receivers then give (receivers, x) else wait (senders, x, sending))

    fun recv (Chan (receivers, senders)) =
      (enter (); if some senders then get senders else wait (receivers, (), receiving))

    fun sendPoll (Chan (receivers, _), x) =
      (enter (); if some receivers then (give (receivers, x); true) else (leave (); false))

    fun recvPoll (Chan (_, senders)) =
      (enter (); if some senders then SOME (get senders) else (leave (); NONE))

    fun sendEvt (Chan (receivers, senders), x) =
      Base
        (Basic
           {ready = fn () => some receivers,
            commit = fn () => give (receivers, x),
            block = fn (turn, next) => waitAmong (senders, turn, next, x, sending)})

    fun recvEvt (Chan (receivers, senders)) =
      Base
        (Basic
           {ready = fn () => some senders,
            commit = fn () => get senders,
            block = fn (turn, next) => waitAmong (receivers, turn, next, (), receiving)})
  end
end
