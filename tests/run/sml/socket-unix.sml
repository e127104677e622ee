(* Sockets of one machine: streams and messages at a path, pairs, and peers without a name. *)
val bytes = Word8VectorSlice.full o Byte.stringToBytes
val text = Byte.bytesToString
fun say l = print (concat l ^ "\n")
fun failing f = (ignore (f ()); say ["?"]) handle OS.SysErr (_, SOME e) => say [OS.errorName e]

val folder = OS.FileSys.tmpName ()
val () = OS.FileSys.remove folder
val () = OS.FileSys.mkDir folder
fun at name = UnixSock.toAddr (OS.Path.concat (folder, name))

(* A stream. *)
val listener = UnixSock.Strm.socket ()
val () = Socket.bind (listener, at "stream")
val () = Socket.listen (listener, 1)
val () = say [OS.Path.file (UnixSock.fromAddr (Socket.Ctl.getSockName listener))]
val () = say [Bool.toString (Socket.sameAddr (Socket.Ctl.getSockName listener, at "stream"))]
val () = say [Socket.AF.toString (Socket.familyOfAddr (at "stream"))]
val client = UnixSock.Strm.socket ()
val () = Socket.connect (client, at "stream")
val (server, peer) = Socket.accept listener
val () = say ["peer `", UnixSock.fromAddr peer, "`"]
val _ = Socket.sendVec (client, bytes "hello")
val () = say [text (Socket.recvVec (server, 100))]
(* The bytes of a sender with a name come without it. *)
val _ = Socket.sendVec (server, bytes "you too")
val () = say [text (Socket.recvVec (client, 100))]
val () = Socket.close client
val () = say [Int.toString (Word8Vector.length (Socket.recvVec (server, 100)))]
val () = failing (fn () => Socket.sendVec (server, bytes "x"))
val () = Socket.close server

(* More connections than may wait are refused for now by the form that does not wait. *)
fun many n =
  let
    val s = UnixSock.Strm.socket () : Socket.active UnixSock.stream_sock
    val made = Socket.connectNB (s, at "stream") handle e => (Socket.close s; raise e)
  in
    if made then s :: many (n + 1) handle OS.SysErr (_, SOME e) => (say [OS.errorName e]; [s]) else [s]
  end
val waiting = many 0
val () = app Socket.close waiting
val () = Socket.close listener
val () = failing (fn () => let val s = UnixSock.Strm.socket () in Socket.bind (s, at "stream"); s end)
val () = failing (fn () => Socket.connect (UnixSock.Strm.socket (), at "stream"))
val () = failing (fn () => Socket.connect (UnixSock.Strm.socket (), at "nothing"))

(* Messages. *)
val a = UnixSock.DGrm.socket ()
val b = UnixSock.DGrm.socket ()
val () = Socket.bind (b, at "b")
val () = Socket.sendVecTo (a, at "b", bytes "from nobody")
val (v, from) = Socket.recvVecFrom (b, 100)
val () = say [text v, " `", UnixSock.fromAddr from, "`"]
val () = Socket.bind (a, at "a")
val () = Socket.sendVecTo (a, at "b", bytes "from a")
val (v, from) = Socket.recvVecFrom (b, 100)
val () = say [text v, " ", OS.Path.file (UnixSock.fromAddr from)]
val () = Socket.sendVecTo (b, from, bytes "back")
val () = say [text (#1 (Socket.recvVecFrom (a, 100)))]
val () = (Socket.close a; Socket.close b)

(* Pairs. *)
val (a, b) = UnixSock.DGrm.socketPair ()
val unnamed = Socket.Ctl.getPeerName a
val () = say ["`", UnixSock.fromAddr unnamed, "`"]
val () = say [Bool.toString (isSome (Socket.recvVecFromNB (b, 1)))]
val () = (Socket.close a; Socket.close b)
val (a, b) = GenericSock.socketPair (UnixSock.unixAF, Socket.SOCK.stream)
  : (UnixSock.unix, Socket.active Socket.stream) Socket.sock * (UnixSock.unix, Socket.active Socket.stream) Socket.sock
val _ = Socket.sendVec (a, bytes "pair")
val () = say [text (Socket.recvVec (b, 10))]
val () = (Socket.close a; Socket.close b)

(* Names that are none. *)
val () = failing (fn () => UnixSock.toAddr (CharVector.tabulate (200, fn _ => #"x")))
val () = failing (fn () => UnixSock.toAddr "a\000b")
val name = "\000kont " ^ OS.Path.file folder
val s = UnixSock.DGrm.socket ()
val () = Socket.bind (s, UnixSock.toAddr name)
val () = say [Bool.toString (UnixSock.fromAddr (Socket.Ctl.getSockName s) = name)]
val () = Socket.close s

val () = app (fn name => OS.FileSys.remove (OS.Path.concat (folder, name))) ["stream", "a", "b"]
val () = OS.FileSys.rmDir folder
