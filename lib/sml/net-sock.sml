(* Sockets of the internet, of one machine, and of any family. *)

(* Sockets of the internet, whose addresses are a host and a port. *)
functor KontInetSock
  (type in_addr
   val family : int
   val everyone : in_addr
   val ofHost : in_addr * int -> string
   val toHost : string -> in_addr * int) =
struct
  datatype inet = Inet
  type 'sock_type sock = (inet, 'sock_type) Socket.sock
  type 'mode stream_sock = 'mode Socket.stream sock
  type dgram_sock = Socket.dgram sock
  type sock_addr = inet Socket.sock_addr

  val inetAF = NetBase.Family family
  fun toAddr address = SocketBase.Addr (ofHost address)
  fun fromAddr (SocketBase.Addr s) = toHost s
  fun any port = toAddr (everyone, port)

  structure UDP = struct
    fun socket' protocol = SocketBase.socket (family, 2, protocol)
    fun socket () = socket' 0
  end

  structure TCP = struct
    fun socket' protocol = SocketBase.socket (family, 1, protocol)
    fun socket () = socket' 0
    fun getNODELAY s = SocketBase.Ctl.is "nodelay" s
    fun setNODELAY s = SocketBase.Ctl.make "nodelay" s
  end
end

signature INET_SOCK = sig
  (** The address family of the internet. *)
  type inet
  type 'sock_type sock = (inet, 'sock_type) Socket.sock
  type 'mode stream_sock = 'mode Socket.stream sock
  type dgram_sock = Socket.dgram sock
  type sock_addr = inet Socket.sock_addr

  (** The family as a value. *)
  val inetAF : Socket.AF.addr_family
  (** [toAddr (a, n)] is the port [n] of a host; raises OS.SysErr if there is none such. *)
  val toAddr : NetHostDB.in_addr * int -> sock_addr
  (** [fromAddr a] is the host and the port. *)
  val fromAddr : sock_addr -> NetHostDB.in_addr * int
  (** [any n] is the port [n] of this machine, whichever of its addresses is asked for. *)
  val any : int -> sock_addr

  structure UDP : sig
    (** [socket ()] is a new socket for messages; raises OS.SysErr. *)
    val socket : unit -> dgram_sock
    (** [socket' n] is one with a protocol by its number; raises OS.SysErr. *)
    val socket' : int -> dgram_sock
  end

  structure TCP : sig
    (** [socket ()] is a new socket for bytes in order; raises OS.SysErr. *)
    val socket : unit -> 'mode stream_sock
    (** [socket' n] is one with a protocol by its number; raises OS.SysErr. *)
    val socket' : int -> 'mode stream_sock
    (** [getNODELAY s] tells whether small pieces are sent at once; raises OS.SysErr. *)
    val getNODELAY : 'mode stream_sock -> bool
    (** [setNODELAY (s, b)] sets that; raises OS.SysErr. *)
    val setNODELAY : 'mode stream_sock * bool -> unit
  end
end

structure INetSock :> INET_SOCK =
  KontInetSock
    (type in_addr = NetBase.in_addr
     val family = NetBase.inet
     val everyone = NetBase.In "\000\000\000\000"
     val ofHost = NetBase.ofIn
     val toHost = NetBase.toIn)

(* The same with the addresses of IPv6. *)
signature INET6_SOCK = sig
  (** The address family of the larger internet. *)
  type inet
  type 'sock_type sock = (inet, 'sock_type) Socket.sock
  type 'mode stream_sock = 'mode Socket.stream sock
  type dgram_sock = Socket.dgram sock
  type sock_addr = inet Socket.sock_addr

  (** The family as a value. *)
  val inetAF : Socket.AF.addr_family
  (** [toAddr (a, n)] is the port [n] of a host; raises OS.SysErr if there is none such. *)
  val toAddr : Net6HostDB.in_addr * int -> sock_addr
  (** [fromAddr a] is the host and the port. *)
  val fromAddr : sock_addr -> Net6HostDB.in_addr * int
  (** [any n] is the port [n] of this machine, whichever of its addresses is asked for. *)
  val any : int -> sock_addr

  structure UDP : sig
    (** [socket ()] is a new socket for messages; raises OS.SysErr. *)
    val socket : unit -> dgram_sock
    (** [socket' n] is one with a protocol by its number; raises OS.SysErr. *)
    val socket' : int -> dgram_sock
  end

  structure TCP : sig
    (** [socket ()] is a new socket for bytes in order; raises OS.SysErr. *)
    val socket : unit -> 'mode stream_sock
    (** [socket' n] is one with a protocol by its number; raises OS.SysErr. *)
    val socket' : int -> 'mode stream_sock
    (** [getNODELAY s] tells whether small pieces are sent at once; raises OS.SysErr. *)
    val getNODELAY : 'mode stream_sock -> bool
    (** [setNODELAY (s, b)] sets that; raises OS.SysErr. *)
    val setNODELAY : 'mode stream_sock * bool -> unit
  end
end

structure INet6Sock :> INET6_SOCK =
  KontInetSock
    (type in_addr = NetBase.in6_addr
     val family = NetBase.inet6
     val everyone =
       NetBase.In6 "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
     val ofHost = NetBase.ofIn6
     val toHost = NetBase.toIn6)

signature UNIX_SOCK = sig
  (** The address family of one machine. *)
  type unix
  type 'sock_type sock = (unix, 'sock_type) Socket.sock
  type 'mode stream_sock = 'mode Socket.stream sock
  type dgram_sock = Socket.dgram sock
  type sock_addr = unix Socket.sock_addr

  (** The family as a value. *)
  val unixAF : Socket.AF.addr_family
  (** [toAddr path] is the address at a path; raises OS.SysErr if it is too long. *)
  val toAddr : string -> sock_addr
  (** [fromAddr a] is the path, empty for a socket without a name. *)
  val fromAddr : sock_addr -> string

  structure Strm : sig
    (** [socket ()] is a new socket for bytes in order; raises OS.SysErr. *)
    val socket : unit -> 'mode stream_sock
    (** [socketPair ()] is two sockets that are connected; raises OS.SysErr. *)
    val socketPair : unit -> 'mode stream_sock * 'mode stream_sock
  end

  structure DGrm : sig
    (** [socket ()] is a new socket for messages; raises OS.SysErr. *)
    val socket : unit -> dgram_sock
    (** [socketPair ()] is two sockets that are connected; raises OS.SysErr. *)
    val socketPair : unit -> dgram_sock * dgram_sock
  end
end

structure UnixSock :> UNIX_SOCK = struct
  datatype unix = Unix
  type 'sock_type sock = (unix, 'sock_type) Socket.sock
  type 'mode stream_sock = 'mode Socket.stream sock
  type dgram_sock = Socket.dgram sock
  type sock_addr = unix Socket.sock_addr

  val unixAF = NetBase.Family NetBase.unix
  fun toAddr path =
    let
      fun isZero c = c = #"\000"
      fun isName () = size path > 0 andalso isZero (NetBase.at (path, 0))
    in
      if size path > 107 then raise NetBase.failure ("nametoolong", "File name too long")
      else if not (isName ()) andalso CharVector.exists isZero path then
        raise NetBase.failure ("inval", "zero byte in a path")
      else SocketBase.Addr (concat [NetBase.byte NetBase.unix, "\000", path])
    end
  (* The system knows senders without a name by an address without a family. *)
  fun fromAddr (SocketBase.Addr s) = if size s < 2 then "" else String.extract (s, 2, NONE)

  structure Strm = struct
    fun socket () = SocketBase.socket (NetBase.unix, 1, 0)
    fun socketPair () = SocketBase.socketPair (NetBase.unix, 1, 0)
  end

  structure DGrm = struct
    fun socket () = SocketBase.socket (NetBase.unix, 2, 0)
    fun socketPair () = SocketBase.socketPair (NetBase.unix, 2, 0)
  end
end

signature GENERIC_SOCK = sig
  (** [socket (af, st)] is a new socket; raises OS.SysErr. *)
  val socket : Socket.AF.addr_family * Socket.SOCK.sock_type -> ('af, 'sock_type) Socket.sock
  (** [socketPair (af, st)] is two sockets that are connected; raises OS.SysErr. *)
  val socketPair :
    Socket.AF.addr_family * Socket.SOCK.sock_type
    -> ('af, 'sock_type) Socket.sock * ('af, 'sock_type) Socket.sock
  (** [socket' (af, st, n)] is one with a protocol by its number; raises OS.SysErr. *)
  val socket' :
    Socket.AF.addr_family * Socket.SOCK.sock_type * int -> ('af, 'sock_type) Socket.sock
  (** [socketPair' (af, st, n)] is two with a protocol by its number; raises OS.SysErr. *)
  val socketPair' :
    Socket.AF.addr_family * Socket.SOCK.sock_type * int
    -> ('af, 'sock_type) Socket.sock * ('af, 'sock_type) Socket.sock
end

structure GenericSock :> GENERIC_SOCK = struct
  fun socket' (NetBase.Family af, SocketBase.SOCK.Kind st, n) = SocketBase.socket (af, st, n)
  fun socketPair' (NetBase.Family af, SocketBase.SOCK.Kind st, n) =
    SocketBase.socketPair (af, st, n)
  fun socket (af, st) = socket' (af, st, 0)
  fun socketPair (af, st) = socketPair' (af, st, 0)
end
