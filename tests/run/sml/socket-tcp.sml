(* A connection by TCP, both ends in one program: both directions, a half-closed connection, its
   end, and what a peer that has gone does to the other side. *)
val bytes = Word8VectorSlice.full o Byte.stringToBytes
val text = Byte.bytesToString
fun say l = print (concat l ^ "\n")

val local' = valOf (NetHostDB.fromString "127.0.0.1")
val listener = INetSock.TCP.socket ()
val () = Socket.Ctl.setREUSEADDR (listener, true)
val () = Socket.bind (listener, INetSock.toAddr (local', 0))
val () = Socket.listen (listener, 5)
val address = Socket.Ctl.getSockName listener
val (host, port) = INetSock.fromAddr address
val () = say [NetHostDB.toString host, if port > 0 then " port" else " none"]
val () = say [Socket.AF.toString (Socket.familyOfAddr address)]

val () = if isSome (Socket.acceptNB listener) then say ["?"] else say ["nobody yet"]
val client = INetSock.TCP.socket ()
val () = Socket.connect (client, address)
val (server, peer) = Socket.accept listener
val () = say [Bool.toString (Socket.sameAddr (peer, Socket.Ctl.getSockName client))]
val () = say [Bool.toString (Socket.sameAddr (address, Socket.Ctl.getPeerName client))]

(* Both directions, whole and in part. *)
val n = Socket.sendVec (client, bytes "from the client")
val () = say [Int.toString n, " ", text (Socket.recvVec (server, 100))]
val some = Word8VectorSlice.slice (Byte.stringToBytes "xx from the server xx", 3, SOME 15)
val _ = Socket.sendVec (server, some)
val room = Word8Array.array (20, Byte.charToByte #".")
val n = Socket.recvArr (client, Word8ArraySlice.slice (room, 2, SOME 4))
val () = say [Int.toString n, " ", Byte.unpackString (Word8ArraySlice.full room)]
val () = say [Int.toString (Socket.Ctl.getNREAD client)]
val () = say [text (Socket.recvVec' (client, 4, {peek = true, oob = false}))]
val () = say [text (Socket.recvVec (client, 100))]
val n = Socket.sendArr (client, Word8ArraySlice.slice (room, 2, SOME 4))
val () = say [Int.toString n, text (Socket.recvVec (server, 4))]

(* Forms that do not wait. *)
val () = say [case Socket.recvVecNB (server, 10) of NONE => "nothing" | SOME v => text v]
val () = say [case Socket.recvArrNB (server, Word8ArraySlice.full room) of NONE => "nothing" | SOME n => Int.toString n]
val () = say [case Socket.sendVecNB (client, bytes "now") of NONE => "?" | SOME n => Int.toString n]
val () = say [text (Socket.recvVec (server, 10))]

(* Much more than the system keeps: what does not fit waits in the program. *)
val block = Word8Vector.tabulate (100000, fn i => Word8.fromInt (i mod 251))
fun fill total =
  case Socket.sendVecNB (client, Word8VectorSlice.full block) of
    NONE => total
  | SOME n => fill (total + n)
val total = fill 0
fun drain (0, sum) = sum
  | drain (left, sum) =
      let val v = Socket.recvVec (server, 65536)
      in drain (left - Word8Vector.length v, Word8Vector.foldl (fn (b, s) => (s + Word8.toInt b) mod 1000003) sum v) end
val () = say [Bool.toString (total >= 100000)]
val _ = drain (total, 0)
val () = say [Int.toString (Socket.Ctl.getNREAD server)]

(* One direction ends, the other goes on. *)
val () = Socket.shutdown (client, Socket.NO_SENDS)
val () = say [Int.toString (Word8Vector.length (Socket.recvVec (server, 10)))]
val _ = Socket.sendVec (server, bytes "still here")
val () = say [text (Socket.recvVec (client, 100))]
val () = (ignore (Socket.sendVec (client, bytes "x")); say ["?"])
  handle OS.SysErr (_, SOME e) => say [OS.errorName e]

val () = Socket.close client
val () = Socket.close server

(* A peer that has gone is an error and no signal. *)
val client = INetSock.TCP.socket ()
val () = Socket.connect (client, address)
val (server, _) = Socket.accept listener
val () = Socket.close client
fun insist 0 = say ["?"]
  | insist n =
      (ignore (Socket.sendVec (server, bytes "anyone?"));
       OS.Process.sleep (Time.fromMilliseconds 1);
       insist (n - 1))
val () = insist 5000
  handle OS.SysErr (_, SOME e) =>
    say [Bool.toString (List.exists (fn n => OS.errorName e = n) ["pipe", "connreset"])]
val () = Socket.close server

(* A closed socket is one for good, whoever has its number now. *)
val other = INetSock.TCP.socket () : Socket.active INetSock.stream_sock
fun closed f = (ignore (f ()); say ["?"]) handle OS.SysErr (_, SOME e) => say [OS.errorName e]
val () = closed (fn () => Socket.recvVec (client, 1))
val () = closed (fn () => Socket.sendVec (client, bytes "x"))
val () = closed (fn () => Socket.close client)
val () = closed (fn () => Socket.Ctl.getSockName client)
val () = closed (fn () => Socket.select {rds = [Socket.sockDesc client], wrs = [], exs = [], timeout = NONE})
val () = Socket.close other
val () = Socket.close listener
