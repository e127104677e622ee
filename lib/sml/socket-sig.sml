(* The signature of sockets. *)

signature SOCKET = sig
  (** A socket of an address family and a kind. *)
  type ('af, 'sock_type) sock
  (** An address of a family. *)
  type 'af sock_addr
  (** The kind that sends messages. *)
  type dgram
  (** The kind that sends bytes in order. *)
  type 'mode stream
  (** A stream that waits for connections. *)
  type passive
  (** A stream that is connected. *)
  type active

  structure AF : sig
    (** Address families. *)
    type addr_family = NetHostDB.addr_family
    (** [list ()] is the families that have a name. *)
    val list : unit -> (string * addr_family) list
    (** [toString af] is the name of a family. *)
    val toString : addr_family -> string
    (** [fromString s] is the family of a name, or NONE. *)
    val fromString : string -> addr_family option
  end

  structure SOCK : sig
    (** Kinds of sockets. *)
    eqtype sock_type
    (** Bytes in order. *)
    val stream : sock_type
    (** Messages. *)
    val dgram : sock_type
    (** [list ()] is the kinds that have a name. *)
    val list : unit -> (string * sock_type) list
    (** [toString st] is the name of a kind. *)
    val toString : sock_type -> string
    (** [fromString s] is the kind of a name, or NONE. *)
    val fromString : string -> sock_type option
  end

  structure Ctl : sig
    (** [getDEBUG s] tells whether the system notes what the socket does; raises OS.SysErr. *)
    val getDEBUG : ('af, 'sock_type) sock -> bool
    (** [setDEBUG (s, x)] sets that; raises OS.SysErr. *)
    val setDEBUG : ('af, 'sock_type) sock * bool -> unit
    (** [getREUSEADDR s] tells whether an address may be bound again at once; raises OS.SysErr. *)
    val getREUSEADDR : ('af, 'sock_type) sock -> bool
    (** [setREUSEADDR (s, x)] sets that; raises OS.SysErr. *)
    val setREUSEADDR : ('af, 'sock_type) sock * bool -> unit
    (** [getKEEPALIVE s] tells whether silent peers are asked for signs of life; raises OS.SysErr. *)
    val getKEEPALIVE : ('af, 'sock_type) sock -> bool
    (** [setKEEPALIVE (s, x)] sets that; raises OS.SysErr. *)
    val setKEEPALIVE : ('af, 'sock_type) sock * bool -> unit
    (** [getDONTROUTE s] tells whether what is sent goes to a neighbour only; raises OS.SysErr. *)
    val getDONTROUTE : ('af, 'sock_type) sock -> bool
    (** [setDONTROUTE (s, x)] sets that; raises OS.SysErr. *)
    val setDONTROUTE : ('af, 'sock_type) sock * bool -> unit
    (** [getLINGER s] is how long [close] waits for what is not sent; raises OS.SysErr. *)
    val getLINGER : ('af, 'sock_type) sock -> Time.time option
    (** [setLINGER (s, x)] sets that; raises OS.SysErr. *)
    val setLINGER : ('af, 'sock_type) sock * Time.time option -> unit
    (** [getBROADCAST s] tells whether messages to all may be sent; raises OS.SysErr. *)
    val getBROADCAST : ('af, 'sock_type) sock -> bool
    (** [setBROADCAST (s, x)] sets that; raises OS.SysErr. *)
    val setBROADCAST : ('af, 'sock_type) sock * bool -> unit
    (** [getOOBINLINE s] tells whether urgent bytes come among the others; raises OS.SysErr. *)
    val getOOBINLINE : ('af, 'sock_type) sock -> bool
    (** [setOOBINLINE (s, x)] sets that; raises OS.SysErr. *)
    val setOOBINLINE : ('af, 'sock_type) sock * bool -> unit
    (** [getSNDBUF s] is how many bytes the system keeps to send; raises OS.SysErr. *)
    val getSNDBUF : ('af, 'sock_type) sock -> int
    (** [setSNDBUF (s, x)] sets that; raises OS.SysErr. *)
    val setSNDBUF : ('af, 'sock_type) sock * int -> unit
    (** [getRCVBUF s] is how many bytes the system keeps that came; raises OS.SysErr. *)
    val getRCVBUF : ('af, 'sock_type) sock -> int
    (** [setRCVBUF (s, x)] sets that; raises OS.SysErr. *)
    val setRCVBUF : ('af, 'sock_type) sock * int -> unit
    (** [getTYPE s] is the kind of a socket; raises OS.SysErr. *)
    val getTYPE : ('af, 'sock_type) sock -> SOCK.sock_type
    (** [getERROR s] tells whether there is an error, which it clears; raises OS.SysErr. *)
    val getERROR : ('af, 'sock_type) sock -> bool
    (** [getPeerName s] is the address of the other side; raises OS.SysErr. *)
    val getPeerName : ('af, 'sock_type) sock -> 'af sock_addr
    (** [getSockName s] is the address of this side; raises OS.SysErr. *)
    val getSockName : ('af, 'sock_type) sock -> 'af sock_addr
    (** [getNREAD s] is the number of bytes that can be received now; raises OS.SysErr. *)
    val getNREAD : ('af, 'sock_type) sock -> int
    (** [getATMARK s] tells whether the next byte follows urgent ones; raises OS.SysErr. *)
    val getATMARK : ('af, active stream) sock -> bool
  end

  (** [sameAddr (a, b)] tells whether both are one address. *)
  val sameAddr : 'af sock_addr * 'af sock_addr -> bool
  (** [familyOfAddr a] is the family of an address. *)
  val familyOfAddr : 'af sock_addr -> AF.addr_family

  (** [bind (s, a)] gives a socket its address; raises OS.SysErr. *)
  val bind : ('af, 'sock_type) sock * 'af sock_addr -> unit
  (** [listen (s, n)] lets about [n] connections wait to be accepted; raises OS.SysErr. *)
  val listen : ('af, passive stream) sock * int -> unit
  (** [accept s] waits for a connection, and is it and who made it; raises OS.SysErr. *)
  val accept : ('af, passive stream) sock -> ('af, active stream) sock * 'af sock_addr
  (** [acceptNB s] is a connection that is there, or NONE; raises OS.SysErr. *)
  val acceptNB : ('af, passive stream) sock -> (('af, active stream) sock * 'af sock_addr) option
  (** [connect (s, a)] connects to an address, and waits until it is done; raises OS.SysErr. *)
  val connect : ('af, 'sock_type) sock * 'af sock_addr -> unit
  (** [connectNB (s, a)] is false if that is not done yet: [select] tells when; raises OS.SysErr. *)
  val connectNB : ('af, 'sock_type) sock * 'af sock_addr -> bool
  (** [close s] closes the socket; raises OS.SysErr, as everything else does after that. *)
  val close : ('af, 'sock_type) sock -> unit

  (** What no longer may be done. *)
  datatype shutdown_mode = NO_RECVS | NO_SENDS | NO_RECVS_OR_SENDS
  (** [shutdown (s, mode)] closes a direction or both; raises OS.SysErr. *)
  val shutdown : ('af, 'mode stream) sock * shutdown_mode -> unit

  (** A socket of any family and kind. *)
  type sock_desc
  (** [sockDesc s] is the socket without its family and kind. *)
  val sockDesc : ('af, 'sock_type) sock -> sock_desc
  (** [sameDesc (d, e)] tells whether both are one socket. *)
  val sameDesc : sock_desc * sock_desc -> bool
  (** [select r] is those of [r] that are ready; it waits as long as [timeout]; raises OS.SysErr. *)
  val select :
    {rds : sock_desc list, wrs : sock_desc list, exs : sock_desc list, timeout : Time.time option}
    -> {rds : sock_desc list, wrs : sock_desc list, exs : sock_desc list}
  (** [ioDesc s] is the socket as OS.IO has it. *)
  val ioDesc : ('af, 'sock_type) sock -> OS.IO.iodesc

  (** How to send: past gateways, urgently. *)
  type out_flags = {don't_route : bool, oob : bool}
  (** How to receive: without taking, urgent bytes. *)
  type in_flags = {peek : bool, oob : bool}

  (** [sendVec (s, sl)] sends bytes and is how many; it waits for room; raises OS.SysErr. *)
  val sendVec : ('af, active stream) sock * Word8VectorSlice.slice -> int
  (** [sendVec' (s, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val sendVec' : ('af, active stream) sock * Word8VectorSlice.slice * out_flags -> int
  (** [sendVecNB (s, sl)] sends bytes and is how many, or NONE if there is no room yet; raises OS.SysErr. *)
  val sendVecNB : ('af, active stream) sock * Word8VectorSlice.slice -> int option
  (** [sendVecNB' (s, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val sendVecNB' : ('af, active stream) sock * Word8VectorSlice.slice * out_flags -> int option
  (** [sendArr (s, sl)] sends bytes and is how many; it waits for room; raises OS.SysErr. *)
  val sendArr : ('af, active stream) sock * Word8ArraySlice.slice -> int
  (** [sendArr' (s, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val sendArr' : ('af, active stream) sock * Word8ArraySlice.slice * out_flags -> int
  (** [sendArrNB (s, sl)] sends bytes and is how many, or NONE if there is no room yet; raises OS.SysErr. *)
  val sendArrNB : ('af, active stream) sock * Word8ArraySlice.slice -> int option
  (** [sendArrNB' (s, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val sendArrNB' : ('af, active stream) sock * Word8ArraySlice.slice * out_flags -> int option

  (** [recvVec (s, n)] waits for bytes, and is at most [n], none at the end; raises Size, OS.SysErr. *)
  val recvVec : ('af, active stream) sock * int -> Word8Vector.vector
  (** [recvVec' (s, n, flags)] does the same with flags; raises Size, OS.SysErr. *)
  val recvVec' : ('af, active stream) sock * int * in_flags -> Word8Vector.vector
  (** [recvVecNB (s, n)] is at most [n] bytes, or NONE if there are none yet; raises Size, OS.SysErr. *)
  val recvVecNB : ('af, active stream) sock * int -> Word8Vector.vector option
  (** [recvVecNB' (s, n, flags)] does the same with flags; raises Size, OS.SysErr. *)
  val recvVecNB' : ('af, active stream) sock * int * in_flags -> Word8Vector.vector option
  (** [recvArr (s, sl)] waits for bytes into [sl], and is how many, 0 at the end; raises OS.SysErr. *)
  val recvArr : ('af, active stream) sock * Word8ArraySlice.slice -> int
  (** [recvArr' (s, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val recvArr' : ('af, active stream) sock * Word8ArraySlice.slice * in_flags -> int
  (** [recvArrNB (s, sl)] is how many come into [sl], or NONE if none yet; raises OS.SysErr. *)
  val recvArrNB : ('af, active stream) sock * Word8ArraySlice.slice -> int option
  (** [recvArrNB' (s, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val recvArrNB' : ('af, active stream) sock * Word8ArraySlice.slice * in_flags -> int option

  (** [sendVecTo (s, a, sl)] sends a message; it waits for room; raises OS.SysErr. *)
  val sendVecTo : ('af, dgram) sock * 'af sock_addr * Word8VectorSlice.slice -> unit
  (** [sendVecTo' (s, a, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val sendVecTo' : ('af, dgram) sock * 'af sock_addr * Word8VectorSlice.slice * out_flags -> unit
  (** [sendVecToNB (s, a, sl)] sends a message, or is false if there is no room yet; raises OS.SysErr. *)
  val sendVecToNB : ('af, dgram) sock * 'af sock_addr * Word8VectorSlice.slice -> bool
  (** [sendVecToNB' (s, a, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val sendVecToNB' : ('af, dgram) sock * 'af sock_addr * Word8VectorSlice.slice * out_flags -> bool
  (** [sendArrTo (s, a, sl)] sends a message; it waits for room; raises OS.SysErr. *)
  val sendArrTo : ('af, dgram) sock * 'af sock_addr * Word8ArraySlice.slice -> unit
  (** [sendArrTo' (s, a, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val sendArrTo' : ('af, dgram) sock * 'af sock_addr * Word8ArraySlice.slice * out_flags -> unit
  (** [sendArrToNB (s, a, sl)] sends a message, or is false if there is no room yet; raises OS.SysErr. *)
  val sendArrToNB : ('af, dgram) sock * 'af sock_addr * Word8ArraySlice.slice -> bool
  (** [sendArrToNB' (s, a, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val sendArrToNB' : ('af, dgram) sock * 'af sock_addr * Word8ArraySlice.slice * out_flags -> bool

  (** [recvVecFrom (s, n)] waits for a message, and is its first [n] bytes, and whose; raises Size, OS.SysErr. *)
  val recvVecFrom : ('af, dgram) sock * int -> Word8Vector.vector * 'af sock_addr
  (** [recvVecFrom' (s, n, flags)] does the same with flags; raises Size, OS.SysErr. *)
  val recvVecFrom' : ('af, dgram) sock * int * in_flags -> Word8Vector.vector * 'af sock_addr
  (** [recvVecFromNB (s, n)] is that, or NONE if there is no message yet; raises Size, OS.SysErr. *)
  val recvVecFromNB : ('af, dgram) sock * int -> (Word8Vector.vector * 'af sock_addr) option
  (** [recvVecFromNB' (s, n, flags)] does the same with flags; raises Size, OS.SysErr. *)
  val recvVecFromNB' :
    ('af, dgram) sock * int * in_flags -> (Word8Vector.vector * 'af sock_addr) option
  (** [recvArrFrom (s, sl)] waits for a message, and is how much comes into [sl], and whose; raises OS.SysErr. *)
  val recvArrFrom : ('af, dgram) sock * Word8ArraySlice.slice -> int * 'af sock_addr
  (** [recvArrFrom' (s, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val recvArrFrom' : ('af, dgram) sock * Word8ArraySlice.slice * in_flags -> int * 'af sock_addr
  (** [recvArrFromNB (s, sl)] is that, or NONE if there is no message yet; raises OS.SysErr. *)
  val recvArrFromNB : ('af, dgram) sock * Word8ArraySlice.slice -> (int * 'af sock_addr) option
  (** [recvArrFromNB' (s, sl, flags)] does the same with flags; raises OS.SysErr. *)
  val recvArrFromNB' :
    ('af, dgram) sock * Word8ArraySlice.slice * in_flags -> (int * 'af sock_addr) option
end
