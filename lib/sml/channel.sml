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

    (* In a critical section: a receiver goes on with a value, then this thread. *)
    fun giveTo ((t, receiver, ()), x) =
      callcc (fn k => (ready (self (), k); Scheduler.switch (t, receiver, x)))

    (* In a critical section in which a receiver waits. *)
    fun give (receivers, x) = giveTo (take receivers, x)

    (* In a critical section: this thread goes on with the value of a sender. *)
    fun getFrom (t, k, x) = (ready (t, k); leave (); x)

    (* In a critical section in which a sender waits. *)
    fun get senders = getFrom (take senders)

    (* Most of the time at most one thread waits, at this channel only. *)
    fun send (Chan (receivers, senders), x) =
      (enter ();
       case !receivers of
         Nobody => wait (senders, x, sending)
       | One (Alone, t, k, ()) =>
           if Scheduler.hasEnded t then sendTo (receivers, senders, x)
           else (receivers := Nobody; giveTo ((t, k, ()), x))
       | One (Choice _, _, _, _) => sendTo (receivers, senders, x)
       | Many _ => sendTo (receivers, senders, x))
    and sendTo (receivers, senders, x) =
      if some receivers then give (receivers, x) else wait (senders, x, sending)

    fun recv (Chan (receivers, senders)) =
      (enter ();
       case !senders of
         Nobody => wait (receivers, (), receiving)
       | One (Alone, t, k, x) =>
           if Scheduler.hasEnded t then recvFrom (receivers, senders)
           else (senders := Nobody; getFrom (t, k, x))
       | One (Choice _, _, _, _) => recvFrom (receivers, senders)
       | Many _ => recvFrom (receivers, senders))
    and recvFrom (receivers, senders) =
      if some senders then get senders else wait (receivers, (), receiving)

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
