(* A server and a hundred clients, all threads of one program. *)
fun text v = Byte.bytesToString v
fun bytes s = Word8VectorSlice.full (Byte.stringToBytes s)
val listener : Socket.passive INetSock.stream_sock = INetSock.TCP.socket ()
val () = Socket.bind (listener, INetSock.any 0)
val () = Socket.listen (listener, 128)
val (_, port) = INetSock.fromAddr (Socket.Ctl.getSockName listener)
fun sendAll (s, sl) =
  if Word8VectorSlice.length sl = 0 then ()
  else sendAll (s, Word8VectorSlice.subslice (sl, Socket.sendVec (s, sl), NONE))
fun serve s =
  let val v = Socket.recvVec (s, 1000)
  in if Word8Vector.length v = 0 then Socket.close s else (sendAll (s, Word8VectorSlice.full v); serve s) end
fun accept 0 = ()
  | accept n = let val (s, _) = Socket.accept listener in Thread.spawn (fn () => serve s); accept (n - 1) end
val clients = 100
val server = Thread.spawnNamed ("server", fn () => accept clients)
val home = valOf (NetHostDB.fromString "127.0.0.1")
val right = ref 0
fun client i () =
  let
    val s : Socket.active INetSock.stream_sock = INetSock.TCP.socket ()
    val () = Socket.connect (s, INetSock.toAddr (home, port))
    fun receive (0, l) = String.concat (rev l)
      | receive (n, l) = let val v = Socket.recvVec (s, n) in receive (n - Word8Vector.length v, text v :: l) end
    fun go 0 = ()
      | go n =
          let val message = Int.toString i ^ ":" ^ Int.toString n ^ "\n"
          in sendAll (s, bytes message);
             if receive (size message, []) = message then right := !right + 1 else ();
             go (n - 1)
          end
  in go 20; Socket.close s end
val threads = List.tabulate (clients, fn i => Thread.spawn (client i))
val () = List.app Thread.join threads
val () = Thread.join server
val () = print (Int.toString (!right) ^ " answers\n")

(* Closing again what is closed is the same error among threads. *)
val s = INetSock.TCP.socket () : Socket.passive INetSock.stream_sock
val () = Socket.close s
val () = Socket.close s handle OS.SysErr _ => print "closed already\n"
