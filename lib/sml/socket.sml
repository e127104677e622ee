(* Sockets. A call on one never waits in the system: what would wait says so, and the library
   waits for the descriptor, which lets other threads run, and tries again. *)

structure SocketBase = struct
  (* The descriptor; ~1 once it is closed, so that nobody uses the number of another. *)
  datatype ('af, 'sock_type) sock = Sock of int ref
  (* As the system has it. *)
  datatype 'af sock_addr = Addr of string
  datatype dgram = Dgram
  datatype 'mode stream = Stream
  datatype passive = Passive
  datatype active = Active
  datatype sock_desc = Desc of int ref

  datatype shutdown_mode = NO_RECVS | NO_SENDS | NO_RECVS_OR_SENDS

  type out_flags = {don't_route : bool, oob : bool}
  type in_flags = {peek : bool, oob : bool}

  local
    (* Things with a number and maybe a name. *)
    fun named (l, n) =
      case List.find (fn (_, m) => m = n) l of SOME (name, _) => name | NONE => Int.toString n
    fun numbered (l, s) = Option.map #2 (List.find (fn (name, _) => name = s) l)

    val families =
      [("UNIX", NetBase.unix), ("INET", NetBase.inet), ("INET6", NetBase.inet6),
       ("UNSPEC", NetBase.unspecified)]
    val kinds = [("STREAM", 1), ("DGRAM", 2), ("RAW", 3), ("SEQPACKET", 5)]
  in
    structure AF = struct
      type addr_family = NetBase.addr_family
      fun list () = List.map (fn (name, n) => (name, NetBase.Family n)) families
      fun toString (NetBase.Family n) = named (families, n)
      fun fromString s = Option.map NetBase.Family (numbered (families, s))
    end

    structure SOCK = struct
      datatype sock_type = Kind of int
      val stream = Kind 1
      val dgram = Kind 2
      fun list () = List.map (fn (name, n) => (name, Kind n)) kinds
      fun toString (Kind n) = named (kinds, n)
      fun fromString s = Option.map Kind (numbered (kinds, s))
    end
  end

  structure Ctl = struct
    fun get name (Sock r) = System.number ("getsockopt", name, "", !r, 0)
    fun set name (Sock r, n) = System.run ("setsockopt", name, "", !r, n)
    fun is name s = get name s <> 0
    fun make name (s, b) = set name (s, if b then 1 else 0)

    fun getDEBUG s = is "debug" s
    fun setDEBUG s = make "debug" s
    fun getREUSEADDR s = is "reuseaddr" s
    fun setREUSEADDR s = make "reuseaddr" s
    fun getKEEPALIVE s = is "keepalive" s
    fun setKEEPALIVE s = make "keepalive" s
    fun getDONTROUTE s = is "dontroute" s
    fun setDONTROUTE s = make "dontroute" s
    fun getBROADCAST s = is "broadcast" s
    fun setBROADCAST s = make "broadcast" s
    fun getOOBINLINE s = is "oobinline" s
    fun setOOBINLINE s = make "oobinline" s
    fun getSNDBUF s = get "sndbuf" s
    fun setSNDBUF s = set "sndbuf" s
    fun getRCVBUF s = get "rcvbuf" s
    fun setRCVBUF s = set "rcvbuf" s
    fun getTYPE s = SOCK.Kind (get "type" s)
    fun getERROR s = is "error" s
    fun getNREAD s = get "nread" s
    fun getATMARK s = is "atmark" s

    fun getLINGER s =
      case get "linger" s of ~1 => NONE | n => SOME (TimeBase.ofNanos (n * 1000000000))
    fun setLINGER (s, NONE) = set "linger" (s, ~1)
      | setLINGER (s, SOME t) =
          if Time.< (t, Time.zeroTime) then raise NetBase.failure ("inval", "negative time")
          else set "linger" (s, (TimeBase.nanos t + 999999999) div 1000000000)

    fun getPeerName (Sock r) = Addr (System.text ("peername", "", "", !r, 0))
    fun getSockName (Sock r) = Addr (System.text ("sockname", "", "", !r, 0))
  end

  fun sameAddr (Addr a, Addr b) = a = b
  fun familyOfAddr (Addr a) = NetBase.Family (NetBase.family a)

  fun socket (family, kind, protocol) =
    Sock (ref (System.number ("socket", System.pack [family, kind, protocol], "", 0, 0)))
  fun socketPair (family, kind, protocol) =
    let val s = System.text ("socketpair", System.pack [family, kind, protocol], "", 0, 0)
    in (Sock (ref (System.packed (s, 0))), Sock (ref (System.packed (s, 1)))) end

  fun bind (Sock r, Addr a) = System.run ("bind", a, "", !r, 0)
  fun listen (Sock r, n) = System.run ("listen", "", "", !r, n)

  (* Waits until the socket may take or give something, or is closed. *)
  fun wait (Sock r, input) =
    let val fd = !r in !Waiting.descriptor (fd, input, fn () => !r = fd) end

  fun acceptNB (Sock r) =
    case System.call ("accept", "", "", !r, 0) of
      (~1, _) => NONE
    | (fd, address) => SOME (Sock (ref fd), Addr address)
  fun accept (s as Sock r) =
    case acceptNB s of
      SOME connection => connection
    | NONE => (wait (s, true); accept s)

  local
    fun start (r, a) = System.number ("connect", a, "", !r, 0)
    fun finish (s as Sock r) =
      (wait (s, false);
       case System.number ("connected", "", "", !r, 0) of 0 => finish s | _ => ())
  in
    fun connect (s as Sock r, a as Addr address) =
      case start (r, address) of
        1 => ()
      | 0 => finish s
      (* Nothing tells when there is room for it. *)
      | _ => (!Waiting.time 1000000; connect (s, a))
    fun connectNB (Sock r, Addr address) =
      case start (r, address) of
        1 => true
      | 0 => false
      | _ => raise NetBase.failure ("again", "too many connections wait to be accepted")
  end

  fun close (Sock r) =
    let val fd = !r in r := ~1; PosixIO.close fd end
  fun shutdown (Sock r, mode) =
    System.run
      ("shutdown", "", "", !r,
       case mode of NO_RECVS => 0 | NO_SENDS => 1 | NO_RECVS_OR_SENDS => 2)

  fun sockDesc (Sock r) = Desc r
  fun sameDesc (Desc a, Desc b) = a = b
  fun ioDesc (Sock r) =
    let val desc = _prim "cast" : System.iodesc -> OS.IO.iodesc
    in desc (System.Desc (!r)) end

  local
    val and' = _prim "and.i64" : int * int -> int
    fun bad () = NetBase.failure ("badf", "closed socket")
    fun places (l, e) =
      List.map (fn Desc (ref fd) => if fd < 0 then raise bad () else (fd, e)) l
  in
    fun select {rds, wrs, exs, timeout} =
      let
        val limit =
          case timeout of
            NONE => ~1
          | SOME t =>
              if Time.< (t, Time.zeroTime) then raise NetBase.failure ("inval", "negative time")
              else
                (* A time that numbers do not reach does not come. *)
                TimeBase.nanos t handle Overflow => ~1 | TimeBase.Time => ~1
        val wanted = List.concat [places (rds, 1), places (wrs, 4), places (exs, 2)]
        val found = Waiting.events (wanted, limit)
        (* Those with one of the events; an end or an error can be received. *)
        fun those ([], _, _) = []
          | those (d :: t, i, events) =
              let
                val e = System.packed (found, i)
                val rest = those (t, i + 1, events)
              in
                if and' (e, 32) <> 0 then raise bad ()
                else if and' (e, events) <> 0 then d :: rest
                else rest
              end
        val readers = List.length rds
      in
        {rds = those (rds, 0, 25), wrs = those (wrs, readers, 28),
         exs = those (exs, readers + List.length wrs, 2)}
      end
  end

  local
    val receive = _prim "io.receive" : int * word8 array * int * int * int -> int * string
    val receiveStr = _prim "io.receive.str" : int * int * int -> int * string
    val send = _prim "io.send" : int * word8 array * int * int * int * string -> int
    val sendStr = _prim "io.send.str" : int * Word8Vector.vector * int * int * int * string -> int
    val bytes = _prim "copy" : string -> Word8Vector.vector
    fun may f x = f x handle e as System.Raw _ => raise System.visible e

    fun outFlags {don't_route, oob} = (if don't_route then 4 else 0) + (if oob then 1 else 0)
    fun inFlags {peek, oob} = (if peek then 2 else 0) + (if oob then 1 else 0)

    (* How many bytes were sent or received, or ~1. *)
    fun vec (Sock r, sl, flags, to) =
      let val (v, i, n) = Word8VectorSlice.base sl in may sendStr (!r, v, i, n, flags, to) end
    fun arr (Sock r, sl, flags, to) =
      let val (a, i, n) = Word8ArraySlice.base sl in may send (!r, a, i, n, flags, to) end
    fun into (Sock r, sl, flags) =
      let val (a, i, n) = Word8ArraySlice.base sl in may receive (!r, a, i, n, flags) end
    fun some (Sock r, n, flags) = may receiveStr (!r, n, flags)

    fun out f (args as (s, _, _, _)) =
      case f args of ~1 => (wait (s, false); out f args) | n => n
    fun within f (args as (s, _, _)) =
      case f args of (~1, _) => (wait (s, true); within f args) | found => found

    fun option ~1 = NONE
      | option n = SOME n
    fun part (n, s) = bytes (if size s = n then s else substring (s, 0, n))
    fun message (n, s) = (part (n, s), Addr (substring (s, n, size s - n)))
    fun optional (f, (~1, _)) = NONE
      | optional (f, found) = SOME (f found)
    fun counted (n, s) = (n, Addr s)
  in
    fun sendVec (s, sl) = out vec (s, sl, 0, "")
    fun sendVec' (s, sl, flags) = out vec (s, sl, outFlags flags, "")
    fun sendVecNB (s, sl) = option (vec (s, sl, 0, ""))
    fun sendVecNB' (s, sl, flags) = option (vec (s, sl, outFlags flags, ""))
    fun sendArr (s, sl) = out arr (s, sl, 0, "")
    fun sendArr' (s, sl, flags) = out arr (s, sl, outFlags flags, "")
    fun sendArrNB (s, sl) = option (arr (s, sl, 0, ""))
    fun sendArrNB' (s, sl, flags) = option (arr (s, sl, outFlags flags, ""))

    fun recvVec (s, n) = part (within some (s, n, 0))
    fun recvVec' (s, n, flags) = part (within some (s, n, inFlags flags))
    fun recvVecNB (s, n) = optional (part, some (s, n, 0))
    fun recvVecNB' (s, n, flags) = optional (part, some (s, n, inFlags flags))
    fun recvArr (s, sl) = #1 (within into (s, sl, 0))
    fun recvArr' (s, sl, flags) = #1 (within into (s, sl, inFlags flags))
    fun recvArrNB (s, sl) = option (#1 (into (s, sl, 0)))
    fun recvArrNB' (s, sl, flags) = option (#1 (into (s, sl, inFlags flags)))

    fun sendVecTo (s, Addr a, sl) = ignore (out vec (s, sl, 0, a))
    fun sendVecTo' (s, Addr a, sl, flags) = ignore (out vec (s, sl, outFlags flags, a))
    fun sendVecToNB (s, Addr a, sl) = vec (s, sl, 0, a) >= 0
    fun sendVecToNB' (s, Addr a, sl, flags) = vec (s, sl, outFlags flags, a) >= 0
    fun sendArrTo (s, Addr a, sl) = ignore (out arr (s, sl, 0, a))
    fun sendArrTo' (s, Addr a, sl, flags) = ignore (out arr (s, sl, outFlags flags, a))
    fun sendArrToNB (s, Addr a, sl) = arr (s, sl, 0, a) >= 0
    fun sendArrToNB' (s, Addr a, sl, flags) = arr (s, sl, outFlags flags, a) >= 0

    fun recvVecFrom (s, n) = message (within some (s, n, 0))
    fun recvVecFrom' (s, n, flags) = message (within some (s, n, inFlags flags))
    fun recvVecFromNB (s, n) = optional (message, some (s, n, 0))
    fun recvVecFromNB' (s, n, flags) = optional (message, some (s, n, inFlags flags))
    fun recvArrFrom (s, sl) = counted (within into (s, sl, 0))
    fun recvArrFrom' (s, sl, flags) = counted (within into (s, sl, inFlags flags))
    fun recvArrFromNB (s, sl) = optional (counted, into (s, sl, 0))
    fun recvArrFromNB' (s, sl, flags) = optional (counted, into (s, sl, inFlags flags))
  end
end

structure Socket :> SOCKET
  where type ('af, 'sock_type) sock = ('af, 'sock_type) SocketBase.sock
  where type 'af sock_addr = 'af SocketBase.sock_addr
  where type dgram = SocketBase.dgram
  where type 'mode stream = 'mode SocketBase.stream
  where type passive = SocketBase.passive
  where type active = SocketBase.active
  where type SOCK.sock_type = SocketBase.SOCK.sock_type =
  SocketBase
