(* Channels with many outlets: each port of one gets everything that is sent from then on. *)

signature MULTICAST = sig
  type 'a mchan
  type 'a port
  type 'a event = 'a CML.event

  (** A new channel. *)
  val mChannel : unit -> 'a mchan
  (** A new port of a channel, which gets what is sent from now on. *)
  val port : 'a mchan -> 'a port
  (** A new port that gets what another one has not yet received. *)
  val copy : 'a port -> 'a port
  (** The next value at a port; waits for it. *)
  val recv : 'a port -> 'a
  (** The event of receiving the next value at a port. *)
  val recvEvt : 'a port -> 'a event
  (** Sends a value to all ports; nobody waits for that. *)
  val multicast : 'a mchan * 'a -> unit
end

structure Multicast :> MULTICAST = struct
  local
    open Event
    val enter = Scheduler.enter
    val leave = Scheduler.leave
    val message = "a message at a port"

    (* What a channel has sent is a list whose end is filled in. A port is a place in it, so that a
       port that nobody has any more keeps nothing. *)
    datatype 'a messages = Messages of 'a step ref
    and 'a step = End | Message of 'a * 'a messages

    fun nothing () = Messages (ref End)
  in
    type 'a event = 'a Event.event

    (* [waiting] are the ports of the channel at which somebody waits. *)
    datatype 'a mchan = Channel of {last : 'a messages ref, waiting : 'a port list ref}
    and 'a port = Port of
      {channel : 'a mchan, place : 'a messages ref, receivers : ('a, unit) Waiters.queue,
       listed : bool ref}

    fun mChannel () = Channel {last = ref (nothing ()), waiting = ref []}

    fun portAt (channel, place) =
      Port {channel = channel, place = ref place, receivers = Waiters.queue (), listed = ref false}

    fun port (c as Channel {last, ...}) = portAt (c, !last)
    fun copy (Port {channel, place, ...}) = portAt (channel, !place)

    (* In a critical section: those who wait at a port get what is there for them. *)
    fun deliver (p as Port {place, receivers, ...}) =
      let val Messages step = !place in
        case !step of
          End => ()
        | Message (x, rest) =>
            if Waiters.some receivers then
              let val (t, k, ()) = Waiters.take receivers in
                place := rest;
                Scheduler.readyWith (t, k, x);
                deliver p
              end
            else ()
      end

    fun multicast (Channel {last = last as ref (Messages step), waiting}, x) =
      let val rest = nothing () in
        enter ();
        step := Message (x, rest);
        last := rest;
        List.app deliver (List.rev (!waiting));
        waiting :=
          List.filter
            (fn Port {receivers, listed, ...} => (listed := Waiters.some receivers; !listed))
            (!waiting);
        leave ()
      end

    fun recvEvt (p as Port {channel = Channel {waiting, ...}, place, receivers, listed}) =
      let
        fun ready () =
          let val Messages step = !place in
            case !step of End => false | Message _ => true
          end
        fun commit () =
          let val Messages step = !place in
            case !step of
              End => raise Match
            | Message (x, rest) => (place := rest; leave (); x)
          end
        fun block (turn, next) =
          (if !listed then () else (listed := true; waiting := p :: !waiting);
           waitAmong (receivers, turn, next, (), message))
      in
        Base (Basic {ready = ready, commit = commit, block = block})
      end

    fun recv p = sync (recvEvt p)
  end
end
