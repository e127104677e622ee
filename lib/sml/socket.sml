(* Pairs of connected sockets. Sockets of networks are absent. *)

signature SOCKET = sig
  (** A socket of an address family and a kind. *)
  type ('af, 'kind) sock
  (** The kind that sends messages. *)
  type dgram
  (** The kind that sends bytes in order. *)
  type 'mode stream
  (** A stream that waits for connections. *)
  type passive
  (** A stream that is connected. *)
  type active

  (** What no longer may be done. *)
  datatype shutdown_mode = NO_RECVS | NO_SENDS | NO_RECVS_OR_SENDS

  (** [sameDesc (s, t)] tells whether both are one socket. *)
  val sameDesc : ('af, 'kind) sock * ('af, 'kind) sock -> bool
  (** [ioDesc s] is the socket as OS.IO has it. *)
  val ioDesc : ('af, 'kind) sock -> OS.IO.iodesc
  (** [close s] closes the socket; raises OS.SysErr. *)
  val close : ('af, 'kind) sock -> unit
  (** [shutdown (s, mode)] closes a direction or both; raises OS.SysErr. *)
  val shutdown : ('af, 'mode stream) sock * shutdown_mode -> unit
  (** [sendVec (s, sl)] sends bytes and is how many; raises OS.SysErr. *)
  val sendVec : ('af, active stream) sock * Word8VectorSlice.slice -> int
  (** [sendArr (s, sl)] sends bytes and is how many; raises OS.SysErr. *)
  val sendArr : ('af, active stream) sock * Word8ArraySlice.slice -> int
  (** [recvVec (s, n)] waits for bytes, and is at most [n]; raises Size, OS.SysErr. *)
  val recvVec : ('af, active stream) sock * int -> Word8Vector.vector
  (** [recvArr (s, sl)] waits for bytes, and is how many; raises OS.SysErr. *)
  val recvArr : ('af, active stream) sock * Word8ArraySlice.slice -> int
end

structure SocketBase = struct
  datatype ('af, 'kind) sock = Sock of int
  datatype dgram = Dgram
  datatype 'mode stream = Stream
  datatype passive = Passive
  datatype active = Active

  datatype shutdown_mode = NO_RECVS | NO_SENDS | NO_RECVS_OR_SENDS

  fun sameDesc (Sock a, Sock b) = a = b
  fun ioDesc (Sock fd) =
    let val desc = _prim "cast" : System.iodesc -> OS.IO.iodesc
    in desc (System.Desc fd) end
  fun close (Sock fd) = PosixIO.close fd
  fun shutdown (Sock fd, mode) =
    System.run
      ("shutdown", "", "", fd,
       case mode of NO_RECVS => 0 | NO_SENDS => 1 | NO_RECVS_OR_SENDS => 2)
  fun sendVec (Sock fd, sl) = PosixIO.writeVec (fd, sl)
  fun sendArr (Sock fd, sl) = PosixIO.writeArr (fd, sl)
  fun recvVec (Sock fd, n) = PosixIO.readVec (fd, n)
  fun recvArr (Sock fd, sl) = PosixIO.readArr (fd, sl)

  fun pair () =
    let val s = System.text ("socketpair", "", "", 0, 0)
    in (Sock (System.packed (s, 0)), Sock (System.packed (s, 1))) end
end

structure Socket :> SOCKET
  where type ('af, 'kind) sock = ('af, 'kind) SocketBase.sock
  where type 'mode stream = 'mode SocketBase.stream
  where type active = SocketBase.active =
  SocketBase

signature UNIX_SOCK = sig
  (** The address family of one machine. *)
  type unix
  type 'kind sock = (unix, 'kind) Socket.sock
  type 'mode stream_sock = 'mode Socket.stream sock

  structure Strm : sig
    (** [socketPair ()] is two sockets that are connected; raises OS.SysErr. *)
    val socketPair : unit -> Socket.active stream_sock * Socket.active stream_sock
  end
end

structure UnixSock :> UNIX_SOCK = struct
  datatype unix = Unix
  type 'kind sock = (unix, 'kind) Socket.sock
  type 'mode stream_sock = 'mode Socket.stream sock

  structure Strm = struct
    val socketPair = SocketBase.pair
  end
end
