(* Mailboxes: channels that keep what is sent, so that nobody waits to send. *)

signature MAILBOX = sig
  type 'a mbox

  (** A new mailbox. *)
  val mailbox : unit -> 'a mbox
  (** Whether two are one mailbox. *)
  val sameMailbox : 'a mbox * 'a mbox -> bool
  (** Puts a value into a mailbox. *)
  val send : 'a mbox * 'a -> unit
  (** Takes the oldest value out of a mailbox; waits for one. *)
  val recv : 'a mbox -> 'a
  (** The event of taking the oldest value out of a mailbox. *)
  val recvEvt : 'a mbox -> 'a CML.event
  (** Takes the oldest value out of a mailbox if there is one. *)
  val recvPoll : 'a mbox -> 'a option
end

(* The structure for the library: a mailbox can be reset. *)
structure Mailboxes = struct
  local
    open Event
    val enter = Scheduler.enter
    val leave = Scheduler.leave
    val message = "a message in a mailbox"
  in
    (* The values, oldest first, with the newest in reverse, and who waits if there are none. *)
    datatype 'a mbox = Mailbox of 'a list ref * 'a list ref * ('a, unit) Waiters.queue

    fun mailbox () = Mailbox (ref [], ref [], Waiters.queue ())

    fun sameMailbox (Mailbox (a, _, _), Mailbox (b, _, _)) = a = b

    (* In a critical section: forgets what is in it and who waits. *)
    fun reset (Mailbox (front, rear, q)) = (front := []; rear := []; q := Waiters.Nobody)

    fun send (Mailbox (_, rear, q), x) =
      (enter ();
       if Waiters.some q then
         let val (t, k, ()) = Waiters.take q in
           Scheduler.readyWith (t, k, x)
         end
       else rear := x :: !rear;
       leave ())

    (* In a critical section: true if there is a value; then there is one at the front. *)
    fun some (front, rear) =
      case !front of
        _ :: _ => true
      | [] =>
          case !rear of
            [] => false
          | values => (front := List.rev values; rear := []; true)

    (* In a critical section, which ends: the value at the front. *)
    fun take front =
      let val x = List.hd (!front) in
        front := List.tl (!front);
        leave ();
        x
      end

    fun recv (Mailbox (front, rear, q)) =
      (enter (); if some (front, rear) then take front else wait (q, (), message))

    fun recvPoll (Mailbox (front, rear, _)) =
      (enter (); if some (front, rear) then SOME (take front) else (leave (); NONE))

    fun recvEvt (Mailbox (front, rear, q)) =
      Base
        (Basic
           {ready = fn () => some (front, rear),
            commit = fn () => take front,
            block = fn (turn, next) => waitAmong (q, turn, next, (), message)})
  end
end

structure Mailbox :> MAILBOX where type 'a mbox = 'a Mailboxes.mbox = Mailboxes
