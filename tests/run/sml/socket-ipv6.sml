(* The larger internet, where the machine has it; otherwise what must be said is said. *)
val bytes = Word8VectorSlice.full o Byte.stringToBytes
val text = Byte.bytesToString
fun say l = print (concat l ^ "\n")

val host = valOf (Net6HostDB.fromString "::1")
val here =
  let val s = INet6Sock.UDP.socket ()
  in (Socket.bind (s, INet6Sock.toAddr (host, 0)); true) handle OS.SysErr _ => false before Socket.close s end
  handle OS.SysErr _ => false

fun tcp () =
  let
    val listener = INet6Sock.TCP.socket ()
    val () = Socket.bind (listener, INet6Sock.toAddr (host, 0))
    val () = Socket.listen (listener, 1)
    val address = Socket.Ctl.getSockName listener
    val client = INet6Sock.TCP.socket ()
    val () = Socket.connect (client, address)
    val (server, peer) = Socket.accept listener
    val () = INet6Sock.TCP.setNODELAY (client, true)
    val _ = Socket.sendVec (client, bytes "hello")
    val v = Socket.recvVec (server, 100)
  in
    app Socket.close [client, server];
    Socket.close listener;
    [Net6HostDB.toString (#1 (INet6Sock.fromAddr peer)), text v, Socket.AF.toString (Socket.familyOfAddr peer)]
  end

fun udp () =
  let
    val a = INet6Sock.UDP.socket ()
    val b = INet6Sock.UDP.socket ()
    val () = Socket.bind (b, INet6Sock.toAddr (host, 0))
    val () = Socket.sendVecTo (a, Socket.Ctl.getSockName b, bytes "message")
    val (v, from) = Socket.recvVecFrom (b, 100)
  in
    app Socket.close [a, b];
    [Net6HostDB.toString (#1 (INet6Sock.fromAddr from)), text v]
  end

val () =
  app (fn s => say [s]) (if here then tcp () @ udp () else ["::1", "hello", "INET6", "::1", "message"])
