(* Addresses as text, and the data bases of hosts, services and protocols. What these hold depends
   on the machine; what they say must fit together. *)
fun say l = print (concat l ^ "\n")
fun in4 s = say [s, " ", case NetHostDB.fromString s of NONE => "none" | SOME a => NetHostDB.toString a]
val () = app in4
  ["127.0.0.1", "0.0.0.0", "255.255.255.255", "  10.1.2.3 rest", "1.2.3.4.5", "1", "16909060",
   "4294967295", "4294967296", "99999999999999999999", "127.1", "10.65535", "10.1.65535", "10.1.65536",
   "0x7f.0.0.1", "0X7F000001", "017.010.1.0", "08.1", "256.1.1.1", "1.2.3.256", "1.2.3.", "1..2", "", ".1", "-1", "0x", "host"]
fun in6 s = say [s, " ", case Net6HostDB.fromString s of NONE => "none" | SOME a => Net6HostDB.toString a]
val () = app in6
  ["::1", "::", "fe80::1", "2001:DB8:0:0:0:0:0:1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", " ::1, more", "::1:", "1:2",
   "127.0.0.1", ":", "", "g::"]

(* The rest of what is read is there. *)
fun rest scan s = case scan Substring.getc (Substring.full s) of NONE => "none" | SOME (_, t) => "`" ^ Substring.string t ^ "`"
val () = app (fn s => say [rest NetHostDB.scan s]) ["1.2.3.4:80", "1.2.3.4.5", "1.2.x", "0x", "x"]
val () = app (fn s => say [rest Net6HostDB.scan s]) ["::1]:80", "1::2 x", "x"]

val one = valOf (NetHostDB.fromString "127.0.0.1")
val () = say [Bool.toString (one = valOf (NetHostDB.fromString "127.1"))]
val (a, port) = INetSock.fromAddr (INetSock.toAddr (one, 8080))
val () = say [NetHostDB.toString a, " ", Int.toString port]
val () = say [Int.toString (#2 (INetSock.fromAddr (INetSock.any 65535)))]
val (a, port) = INet6Sock.fromAddr (INet6Sock.toAddr (valOf (Net6HostDB.fromString "fe80::2"), 258))
val () = say [Net6HostDB.toString a, " ", Int.toString port]
fun failing f = (ignore (f ()); say ["?"]) handle OS.SysErr (_, SOME e) => say [OS.errorName e]
val () = failing (fn () => INetSock.toAddr (one, 65536))
val () = failing (fn () => INetSock.any ~1)
val () = say [Bool.toString (Socket.sameAddr (INetSock.any 1, INetSock.any 1)), Bool.toString (Socket.sameAddr (INetSock.any 1, INetSock.any 2))]

(* Addresses as text are names of hosts. *)
val en = valOf (NetHostDB.getByName "127.0.0.1")
val () = say [NetHostDB.toString (NetHostDB.addr en), " ", Int.toString (length (NetHostDB.addrs en)), " ",
  Socket.AF.toString (NetHostDB.addrType en), " ", Int.toString (length (NetHostDB.aliases en))]
val () = say [Bool.toString (isSome (NetHostDB.getByName "no such host!"))]
val () = say [Bool.toString (isSome (NetHostDB.getByName "a\000b"))]
val () =
  case Net6HostDB.getByName "::1" of
    NONE => say ["::1"]
  | SOME en => say [Net6HostDB.toString (Net6HostDB.addr en)]
val () = say [Bool.toString (size (NetHostDB.getHostName ()) > 0)]

fun fits (NONE, _) = true
  | fits (SOME a, f) = f a
val () = say [Bool.toString
  (fits (NetServDB.getByName ("http", SOME "tcp"), fn en =>
     NetServDB.port en = 80 andalso NetServDB.protocol en = "tcp" andalso NetServDB.name en = "http"
     andalso fits (NetServDB.getByPort (80, NONE), fn en => NetServDB.name en = "http")))]
val () = say [Bool.toString (isSome (NetServDB.getByName ("no such service", NONE)))]
val () = say [Bool.toString (isSome (NetServDB.getByPort (70000, NONE)))]
val () = say [Bool.toString
  (fits (NetProtDB.getByName "tcp", fn en =>
     NetProtDB.protocol en = 6
     andalso fits (NetProtDB.getByNumber 6, fn en => NetProtDB.name en = "tcp" andalso NetProtDB.aliases en = ["TCP"])))]
val () = say [Bool.toString (isSome (NetProtDB.getByName "no such protocol"))]
