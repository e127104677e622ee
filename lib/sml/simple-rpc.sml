(* Calls that are answered by a server: a thread that synchronises on the entry. *)

signature SIMPLE_RPC = sig
  type 'a event = 'a CML.event

  (** A call, and the event in which a server answers one. *)
  val mkRPC : ('a -> 'b) -> {call : 'a -> 'b, entryEvt : unit event}
  (** The same for a server that gives the function its state. *)
  val mkRPC_In : ('a * 'c -> 'b) -> {call : 'a -> 'b, entryEvt : 'c -> unit event}
  (** The same for a server that gets a new state from the function. *)
  val mkRPC_Out : ('a -> 'b * 'c) -> {call : 'a -> 'b, entryEvt : 'c event}
  (** The same for a server that does both. *)
  val mkRPC_InOut : ('a * 'c -> 'b * 'd) -> {call : 'a -> 'b, entryEvt : 'c -> 'd event}
end

structure SimpleRPC :> SIMPLE_RPC = struct
  type 'a event = 'a CML.event

  fun mkRPC_InOut f =
    let
      val requests = CML.channel ()
      fun call x =
        let val answer = SyncVar.iVar () in
          CML.send (requests, (x, answer));
          SyncVar.iGet answer
        end
      fun entryEvt state =
        CML.wrap
          (CML.recvEvt requests,
           fn (x, answer) =>
             let val (y, state) = f (x, state) in
               SyncVar.iPut (answer, y);
               state
             end)
    in
      {call = call, entryEvt = entryEvt}
    end

  fun mkRPC_In f = mkRPC_InOut (fn x => (f x, ()))

  fun mkRPC_Out f =
    let val {call, entryEvt} = mkRPC_InOut (fn (x, ()) => f x) in
      {call = call, entryEvt = entryEvt ()}
    end

  fun mkRPC f = mkRPC_Out (fn x => (f x, ()))
end
