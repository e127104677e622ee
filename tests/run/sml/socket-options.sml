(* Options of sockets, and their names. *)
fun say l = print (concat l ^ "\n")
fun failing f = (ignore (f ()); say ["?"]) handle OS.SysErr (_, SOME e) => say [OS.errorName e]

val s = INetSock.TCP.socket () : Socket.active INetSock.stream_sock
fun both (name, get, set) =
  (set (s, true); say [name, " ", Bool.toString (get s)]; set (s, false); say [name, " ", Bool.toString (get s)])
val () = both ("REUSEADDR", Socket.Ctl.getREUSEADDR, Socket.Ctl.setREUSEADDR)
val () = both ("KEEPALIVE", Socket.Ctl.getKEEPALIVE, Socket.Ctl.setKEEPALIVE)
val () = both ("DONTROUTE", Socket.Ctl.getDONTROUTE, Socket.Ctl.setDONTROUTE)
val () = both ("BROADCAST", Socket.Ctl.getBROADCAST, Socket.Ctl.setBROADCAST)
val () = both ("OOBINLINE", Socket.Ctl.getOOBINLINE, Socket.Ctl.setOOBINLINE)
val () = both ("NODELAY", INetSock.TCP.getNODELAY, INetSock.TCP.setNODELAY)
val () = say ["DEBUG ", Bool.toString (Socket.Ctl.getDEBUG s)]
val () = Socket.Ctl.setDEBUG (s, false)

fun linger () =
  say ["LINGER ", case Socket.Ctl.getLINGER s of NONE => "none" | SOME t => Time.toString t]
val () = linger ()
val () = (Socket.Ctl.setLINGER (s, SOME (Time.fromMilliseconds 2500)); linger ())
val () = (Socket.Ctl.setLINGER (s, SOME Time.zeroTime); linger ())
val () = (Socket.Ctl.setLINGER (s, NONE); linger ())
val () = failing (fn () => Socket.Ctl.setLINGER (s, SOME (Time.fromSeconds ~1)))

(* The system may give more than it is asked for. *)
val () = Socket.Ctl.setSNDBUF (s, 20000)
val () = say [Bool.toString (Socket.Ctl.getSNDBUF s >= 20000)]
val () = Socket.Ctl.setRCVBUF (s, 20000)
val () = say [Bool.toString (Socket.Ctl.getRCVBUF s >= 20000)]
val () = say [Socket.SOCK.toString (Socket.Ctl.getTYPE s), " ", Bool.toString (Socket.Ctl.getTYPE s = Socket.SOCK.stream)]
val () = say [Bool.toString (Socket.Ctl.getERROR s)]
val () = failing (fn () => Socket.Ctl.getPeerName s)
val () = say [if OS.IO.kind (Socket.ioDesc s) = OS.IO.Kind.socket then "socket" else "?"]
val d = Socket.sockDesc s
val () = say [Bool.toString (Socket.sameDesc (d, Socket.sockDesc s))]
val () = Socket.close s

(* Families and kinds. *)
val () = app (fn (name, af) => say [name, " ", Socket.AF.toString af]) (Socket.AF.list ())
val () = app (fn (name, st) => say [name, " ", Socket.SOCK.toString st]) (Socket.SOCK.list ())
val () = say [Bool.toString (Socket.AF.fromString "INET" = SOME INetSock.inetAF)]
val () = say [Bool.toString (Socket.AF.fromString "INET6" = SOME INet6Sock.inetAF)]
val () = say [Bool.toString (Socket.AF.fromString "UNIX" = SOME UnixSock.unixAF)]
val () = say [Bool.toString (isSome (Socket.AF.fromString "nonsense"))]
val () = say [Bool.toString (Socket.SOCK.fromString "DGRAM" = SOME Socket.SOCK.dgram)]

(* A socket of any family and kind. *)
val g = GenericSock.socket (INetSock.inetAF, Socket.SOCK.dgram) : INetSock.dgram_sock
val () = (Socket.bind (g, INetSock.any 0); say [NetHostDB.toString (#1 (INetSock.fromAddr (Socket.Ctl.getSockName g)))])
val () = Socket.close g
val g = GenericSock.socket' (INetSock.inetAF, Socket.SOCK.stream, 6) : Socket.active INetSock.stream_sock
val () = Socket.close g
val () = failing (fn () => INetSock.TCP.socket' 17)
