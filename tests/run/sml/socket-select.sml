(* Waiting for several sockets, with a limit and without, and connections that take their time. *)
val bytes = Word8VectorSlice.full o Byte.stringToBytes
fun say l = print (concat l ^ "\n")
fun failing f = (ignore (f ()); say ["?"]) handle OS.SysErr (_, SOME e) => say [OS.errorName e]

type stream = Socket.active UnixSock.stream_sock
val (a, b) = UnixSock.Strm.socketPair () : stream * stream
val (c, d) = UnixSock.Strm.socketPair () : stream * stream
val desc = Socket.sockDesc
val names = [("a", desc a), ("b", desc b), ("c", desc c), ("d", desc d)]
fun name x = #1 (valOf (List.find (fn (_, y) => Socket.sameDesc (x, y)) names))
fun show {rds, wrs, exs} =
  say ["in ", concat (map name rds), " out ", concat (map name wrs), " urgent ", concat (map name exs)]
fun ask (rds, wrs, timeout) =
  show (Socket.select {rds = map desc rds, wrs = map desc wrs, exs = map desc rds, timeout = timeout})

(* Nothing comes in time. *)
val start = Time.now ()
val () = ask ([a, b, c, d], [], SOME (Time.fromMilliseconds 30))
val () = say [Bool.toString (Time.>= (Time.- (Time.now (), start), Time.fromMilliseconds 30))]
val () = ask ([a], [], SOME Time.zeroTime)

(* The order of the question is that of the answer. *)
val () = ask ([], [d, a], NONE)
val _ = Socket.sendVec (a, bytes "x")
val _ = Socket.sendVec (c, bytes "x")
val () = ask ([d, a, b], [c], NONE)
val _ = Socket.recvVec (d, 1)
val () = ask ([d, a, b], [], SOME (Time.fromSeconds 10))

(* An end can be received. *)
val () = Socket.close c
val () = ask ([d], [], NONE)
val () = say [Int.toString (Word8Vector.length (Socket.recvVec (d, 10)))]
val () = failing (fn () => Socket.select {rds = [desc c], wrs = [], exs = [], timeout = NONE})
val () = failing (fn () => Socket.select {rds = [], wrs = [], exs = [], timeout = SOME (Time.fromSeconds ~1)})
val () = (Socket.close a; Socket.close b; Socket.close d)

(* A connection that is started: it can be sent to once it is made. *)
val host = valOf (NetHostDB.fromString "127.0.0.1")
val listener = INetSock.TCP.socket ()
val () = Socket.bind (listener, INetSock.toAddr (host, 0))
val () = Socket.listen (listener, 5)
val client = INetSock.TCP.socket () : Socket.active INetSock.stream_sock
val made = Socket.connectNB (client, Socket.Ctl.getSockName listener)
val {wrs, ...} = Socket.select {rds = [], wrs = [desc client], exs = [], timeout = NONE}
val () = say [Int.toString (length wrs), " ", Bool.toString (Socket.Ctl.getERROR client)]
val {rds, ...} = Socket.select {rds = [desc listener], wrs = [], exs = [], timeout = NONE}
val (server, _) = valOf (Socket.acceptNB listener)
val () = say [Int.toString (length rds)]

(* An urgent byte has a way of its own past the others. *)
val text = Byte.bytesToString
val urgent = {don't_route = false, oob = true}
val _ = Socket.sendVec (client, bytes "plain")
val _ = Socket.sendVec' (client, bytes "!", urgent)
val {exs, ...} = Socket.select {rds = [], wrs = [], exs = [desc server], timeout = NONE}
val () = say [Int.toString (length exs), " ", text (Socket.recvVec' (server, 1, {peek = false, oob = true}))]
val () = say [Bool.toString (Socket.Ctl.getATMARK server)]
val () = say [text (Socket.recvVec (server, 100)), " ", Bool.toString (Socket.Ctl.getATMARK server)]
val () = failing (fn () => Socket.recvVecNB' (server, 1, {peek = false, oob = true}))
val () = (Socket.close client; Socket.close server)

(* A port where nobody listens, and one that is taken. *)
val taken = Socket.Ctl.getSockName listener
val () = failing (fn () => Socket.bind (INetSock.TCP.socket () : Socket.active INetSock.stream_sock, taken))
val () = Socket.close listener
val () = failing (fn () => Socket.connect (INetSock.TCP.socket () : Socket.active INetSock.stream_sock, taken))

(* The same as OS.IO has it. *)
val (a, b) = UnixSock.Strm.socketPair () : stream * stream
val wait = OS.IO.pollIn (valOf (OS.IO.pollDesc (Socket.ioDesc b)))
val () = say [Int.toString (length (OS.IO.poll ([wait], SOME Time.zeroTime)))]
val _ = Socket.sendVec (a, bytes "x")
val () = say [Bool.toString (List.all OS.IO.isIn (OS.IO.poll ([wait], NONE)))]
