(* Services and protocols of the internet. *)

signature NET_SERV_DB = sig
  (** What is known of a service. *)
  type entry
  (** [name en] is the name of a service. *)
  val name : entry -> string
  (** [aliases en] is its other names. *)
  val aliases : entry -> string list
  (** [port en] is its port. *)
  val port : entry -> int
  (** [protocol en] is the name of its protocol. *)
  val protocol : entry -> string
  (** [getByName (s, SOME p)] is the service [s] by the protocol [p], with NONE by any, or NONE. *)
  val getByName : string * string option -> entry option
  (** [getByPort (n, SOME p)] is the service of a port in the same way. *)
  val getByPort : int * string option -> entry option
end

structure NetServDB :> NET_SERV_DB = struct
  datatype entry = Entry of {name : string, aliases : string list, port : int, protocol : string}

  fun name (Entry e) = #name e
  fun aliases (Entry e) = #aliases e
  fun port (Entry e) = #port e
  fun protocol (Entry e) = #protocol e

  local
    fun found (port, text) =
      case System.strings text of
        name :: protocol :: aliases =>
          SOME (Entry {name = name, aliases = aliases, port = port, protocol = protocol})
      | _ => NONE
    fun protocol p = Option.getOpt (p, "")
  in
    fun getByName (s, p) = found (System.call ("servbyname", s, protocol p, 0, 0))
    fun getByPort (n, p) = found (System.call ("servbyport", "", protocol p, n, 0))
  end
end

signature NET_PROT_DB = sig
  (** What is known of a protocol. *)
  type entry
  (** [name en] is the name of a protocol. *)
  val name : entry -> string
  (** [aliases en] is its other names. *)
  val aliases : entry -> string list
  (** [protocol en] is its number. *)
  val protocol : entry -> int
  (** [getByName s] is the protocol of a name, or NONE. *)
  val getByName : string -> entry option
  (** [getByNumber n] is the protocol of a number, or NONE. *)
  val getByNumber : int -> entry option
end

structure NetProtDB :> NET_PROT_DB = struct
  datatype entry = Entry of {name : string, aliases : string list, protocol : int}

  fun name (Entry e) = #name e
  fun aliases (Entry e) = #aliases e
  fun protocol (Entry e) = #protocol e

  local
    fun found (number, text) =
      case System.strings text of
        name :: aliases => SOME (Entry {name = name, aliases = aliases, protocol = number})
      | [] => NONE
  in
    fun getByName s = found (System.call ("protobyname", s, "", 0, 0))
    fun getByNumber n = found (System.call ("protobynumber", "", "", n, 0))
  end
end
