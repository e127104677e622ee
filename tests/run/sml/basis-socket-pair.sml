(* Two sockets that are connected: what one sends, the other receives, until it is shut. *)
val (a, b) = UnixSock.Strm.socketPair ()
val bytes = Byte.stringToBytes
fun show v = print (Byte.bytesToString v ^ "\n")
val sent = Socket.sendVec (a, Word8VectorSlice.full (bytes "there"))
val () = print (Int.toString sent ^ "\n")
val () = show (Socket.recvVec (b, 100))
val _ = Socket.sendArr (b, Word8ArraySlice.slice (Word8Array.fromList (map Byte.charToByte (explode "and back")), 4, NONE))
val room = Word8Array.array (10, 0w46)
val n = Socket.recvArr (a, Word8ArraySlice.slice (room, 2, SOME 6))
val () = print (Int.toString n ^ Byte.unpackString (Word8ArraySlice.full room) ^ "\n")
val () = Socket.shutdown (a, Socket.NO_SENDS)
val () = print (Int.toString (Word8Vector.length (Socket.recvVec (b, 1))) ^ "\n")
val () = print (Bool.toString (Socket.sameDesc (Socket.sockDesc a, Socket.sockDesc a)) ^ Bool.toString (Socket.sameDesc (Socket.sockDesc a, Socket.sockDesc b)) ^ "\n")
val () = (ignore (Socket.recvVec (a, ~1)); print "?\n") handle Size => print "Size\n"
val () = (Socket.close a; Socket.close b)
val () = (Socket.close a; print "?\n") handle OS.SysErr _ => print "closed\n"
