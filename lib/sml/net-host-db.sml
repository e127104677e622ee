(* Hosts of the internet by name and address. *)

signature NET_HOST_DB = sig
  (** Addresses of hosts. *)
  eqtype in_addr
  (** Address families. *)
  eqtype addr_family
  (** What is known of a host. *)
  type entry

  (** [name en] is the name of a host. *)
  val name : entry -> string
  (** [aliases en] is its other names. *)
  val aliases : entry -> string list
  (** [addrType en] is the family of its addresses. *)
  val addrType : entry -> addr_family
  (** [addr en] is its first address. *)
  val addr : entry -> in_addr
  (** [addrs en] is its addresses. *)
  val addrs : entry -> in_addr list

  (** [getByName s] asks the system for the host of a name or of an address as text. *)
  val getByName : string -> entry option
  (** [getByAddr a] asks the system for the host of an address. *)
  val getByAddr : in_addr -> entry option
  (** [getHostName ()] is the name of this machine. *)
  val getHostName : unit -> string

  (** [scan getc s] reads an address. *)
  val scan : (char, 'a) StringCvt.reader -> (in_addr, 'a) StringCvt.reader
  (** [fromString s] is the address that [s] begins with, or NONE. *)
  val fromString : string -> in_addr option
  (** [toString a] is an address as text. *)
  val toString : in_addr -> string
end

(* Addresses as the system has them. *)
structure NetBase = struct
  (* By its number. *)
  datatype addr_family = Family of int
  (* Four bytes. *)
  datatype in_addr = In of string
  (* Sixteen bytes. *)
  datatype in6_addr = In6 of string

  val unspecified = 0
  val unix = 1
  val inet = 2
  val inet6 = 10

  val at = _prim "str.get.u" : string * int -> char
  val ord = _prim "zext.i8.i64" : char -> int
  val ofByte = _prim "str.of.byte" : char -> string
  val low = _prim "trunc.i64.i8" : int -> char

  fun byte n = ofByte (low n)
  fun number (s, i) = ord (at (s, i))

  (* An error of the system by its name, such as inval. *)
  fun failure (name, message) =
    System.SysErr (message, SOME (System.Error (System.number ("errno", name, "", 0, 0))))

  fun port n =
    if n < 0 orelse n > 65535 then raise failure ("inval", "port out of range")
    else byte (n div 256) ^ byte n

  (* Addresses of sockets: the family, in the order of the machine; the port, the largest part
     first; and the host. *)
  fun ofIn (In host, n) =
    concat [byte inet, "\000", port n, host, "\000\000\000\000\000\000\000\000"]
  fun ofIn6 (In6 host, n) =
    concat [byte inet6, "\000", port n, "\000\000\000\000", host, "\000\000\000\000"]

  fun family s = if size s < 2 then unspecified else number (s, 0) + 256 * number (s, 1)
  fun wrong () = failure ("afnosupport", "address of another family")
  fun portOf s = 256 * number (s, 2) + number (s, 3)
  fun toIn s =
    if family s <> inet orelse size s < 8 then raise wrong ()
    else (In (substring (s, 4, 4)), portOf s)
  fun toIn6 s =
    if family s <> inet6 orelse size s < 24 then raise wrong ()
    else (In6 (substring (s, 8, 16)), portOf s)
end

(* Hosts with addresses of one family, of so many bytes. *)
functor KontHostDB
  (type in_addr
   val family : int
   val length : int
   val make : string -> in_addr
   val socket : in_addr -> string
   val scan : (char, 'a) StringCvt.reader -> (in_addr, 'a) StringCvt.reader
   val toString : in_addr -> string) =
struct
  type in_addr = in_addr
  type addr_family = NetBase.addr_family
  datatype entry = Entry of string * in_addr list

  fun name (Entry (name, _)) = name
  (* The system tells none. *)
  fun aliases (Entry _) = [] : string list
  fun addrType (Entry _) = NetBase.Family family
  fun addrs (Entry (_, l)) = l
  fun addr (Entry (_, l)) = hd l

  fun getByName s =
    case System.call ("hostbyname", s, "", family, 0) of
      (~1, _) => NONE
    | (n, text) =>
        let
          fun go i =
            if i >= size text then [] else make (substring (text, i, length)) :: go (i + length)
        in
          SOME (Entry (substring (text, 0, n), go n))
        end
  fun getByAddr a =
    case System.call ("hostbyaddr", socket a, "", 0, 0) of
      (~1, _) => NONE
    | (_, name) => SOME (Entry (name, [a]))
  fun getHostName () = System.text ("hostname", "", "", 0, 0)

  val scan = scan
  fun fromString s = StringCvt.scanString scan s
  val toString = toString
end

local
  fun toString (NetBase.In s) =
    let fun part i = Int.toString (NetBase.number (s, i))
    in concat [part 0, ".", part 1, ".", part 2, ".", part 3] end

  fun digit c =
    if c >= #"0" andalso c <= #"9" then NetBase.ord c - 48
    else if c >= #"a" andalso c <= #"f" then NetBase.ord c - 87
    else if c >= #"A" andalso c <= #"F" then NetBase.ord c - 55
    else 16

  (* A number as C has it: decimal, octal after 0, hexadecimal after 0x. Larger ones than an
     address has stay as large as the first of them. *)
  fun number getc s =
    let
      fun digits (base, n, s) =
        case getc s of
          SOME (c, t) =>
            if digit c < base then digits (base, Int.min (n * base + digit c, 4294967296), t)
            else (n, s)
        | NONE => (n, s)
      fun starts (base, s) = case getc s of SOME (c, _) => digit c < base | NONE => false
    in
      case getc s of
        SOME (#"0", t) =>
          (case getc t of
             SOME (c, u) =>
               if (c = #"x" orelse c = #"X") andalso starts (16, u) then SOME (digits (16, 0, u))
               else SOME (digits (8, 0, t))
           | NONE => SOME (0, t))
      | SOME (c, _) => if digit c < 10 then SOME (digits (10, 0, s)) else NONE
      | NONE => NONE
    end

  (* Up to four numbers with points between them: the last one fills the bytes that are left. *)
  fun scan getc s =
    let
      fun parts (s, done, left) =
        case number getc s of
          NONE => NONE
        | SOME (n, t) =>
            let
              fun last (0, _) = "" | last (k, n) = last (k - 1, n div 256) ^ NetBase.byte n
              fun fits 0 = 1 | fits k = 256 * fits (k - 1)
              fun stop () =
                if n < fits left then SOME (NetBase.In (done ^ last (left, n)), t) else NONE
            in
              case getc t of
                SOME (#".", u) =>
                  if left > 1 andalso Option.isSome (number getc u) then
                    if n < 256 then parts (u, done ^ NetBase.byte n, left - 1) else NONE
                  else stop ()
              | _ => stop ()
            end
    in
      parts (StringCvt.skipWS getc s, "", 4)
    end
in
  structure NetHostDB :> NET_HOST_DB
    where type in_addr = NetBase.in_addr
    where type addr_family = NetBase.addr_family =
    KontHostDB
      (type in_addr = NetBase.in_addr
       val family = NetBase.inet
       val length = 4
       val make = NetBase.In
       fun socket a = NetBase.ofIn (a, 0)
       val scan = scan
       val toString = toString)
end

local
  fun toString (NetBase.In6 s) = System.text ("fromin6", s, "", 0, 0)

  (* The longest address that the text begins with. *)
  fun scan getc s =
    let
      fun belongs c = Char.isHexDigit c orelse c = #":" orelse c = #"."
      (* What may belong to it: each character with what comes after it, the last first. *)
      fun take (s, l, n) =
        case getc s of
          SOME (c, t) => if n < 45 andalso belongs c then take (t, (c, t) :: l, n + 1) else l
        | NONE => l
      fun try [] = NONE
        | try (l as (_, rest) :: t) =
            case System.call ("toin6", implode (rev (map #1 l)), "", 0, 0) of
              (~1, _) => try t
            | (_, bytes) => SOME (NetBase.In6 bytes, rest)
    in
      try (take (StringCvt.skipWS getc s, [], 0))
    end
in
  structure Net6HostDB :> NET_HOST_DB
    where type in_addr = NetBase.in6_addr
    where type addr_family = NetBase.addr_family =
    KontHostDB
      (type in_addr = NetBase.in6_addr
       val family = NetBase.inet6
       val length = 16
       val make = NetBase.In6
       fun socket a = NetBase.ofIn6 (a, 0)
       val scan = scan
       val toString = toString)
end
