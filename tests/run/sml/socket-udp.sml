(* Messages by UDP: each is received whole or cut, with its sender. *)
val bytes = Word8VectorSlice.full o Byte.stringToBytes
val text = Byte.bytesToString
fun say l = print (concat l ^ "\n")

val host = valOf (NetHostDB.fromString "127.0.0.1")
fun new () =
  let val s = INetSock.UDP.socket ()
  in Socket.bind (s, INetSock.toAddr (host, 0)); (s, Socket.Ctl.getSockName s) end
val (a, atA) = new ()
val (b, atB) = new ()
val () = say [Bool.toString (Socket.sameAddr (atA, atB))]
val () = say [Socket.SOCK.toString (Socket.Ctl.getTYPE a)]

fun isA address = say [if Socket.sameAddr (address, atA) then "from a" else "?"]
val () = say [case Socket.recvVecFromNB (b, 10) of NONE => "nothing" | SOME _ => "?"]
val () = Socket.sendVecTo (a, atB, bytes "one")
val () = Socket.sendVecTo (a, atB, bytes "")
val () = Socket.sendArrTo (a, atB, Word8ArraySlice.full (Word8Array.array (3, 0w65)))
val (v, from) = Socket.recvVecFrom (b, 100)
val () = (say [text v]; isA from)
val (v, from) = Socket.recvVecFrom (b, 100)
val () = (say [Int.toString (Word8Vector.length v)]; isA from)
val (v, from) = Socket.recvVecFrom (b, 2)
val () = (say [text v]; isA from)

val () = say [Bool.toString (Socket.sendVecToNB (a, atB, bytes "look twice"))]
val (v, _) = Socket.recvVecFrom' (b, 100, {peek = true, oob = false})
val () = say [text v]
val room = Word8Array.array (8, Byte.charToByte #".")
val (n, from) = Socket.recvArrFrom (b, Word8ArraySlice.slice (room, 1, SOME 6))
val () = (say [Int.toString n, " ", Byte.unpackString (Word8ArraySlice.full room)]; isA from)
val () = say [case Socket.recvArrFromNB (b, Word8ArraySlice.full room) of NONE => "nothing" | SOME _ => "?"]

(* A message is at most as long as the protocol lets it be. *)
val long = Word8VectorSlice.full (Word8Vector.tabulate (70000, fn _ => 0w0))
val () = (Socket.sendVecTo (a, atB, long); say ["?"]) handle OS.SysErr (_, SOME e) => say [OS.errorName e]

(* Without an address it is not known where to send. *)
val connected = Socket.connectNB (a, atB)
val () = say [Bool.toString connected, Bool.toString (Socket.sameAddr (Socket.Ctl.getPeerName a, atB))]
val () = (Socket.close a; Socket.close b)
