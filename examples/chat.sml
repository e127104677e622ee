#!/usr/bin/env -S kont run
(* A room to chat in, for programs such as netcat or telnet:

     chat.sml PORT [SECONDS]

   listens on this port of this machine, or on any if it is 0, and says on which. Everybody gives a
   name and then reads what the others say, and who comes and goes. Whoever does not read for so
   many seconds, 30 unless told, has to leave.
   Shows: Concurrent ML and sockets: for everybody one thread that listens and one that speaks, with
   a multicast channel between them, so that nobody waits for those who are slow. *)

datatype news = Came of string | Said of string * string | Left of string

(* The other side does not read. *)
exception TooSlow

type connection = Socket.active INetSock.stream_sock

(* Calls a function in a thread of its own, and gives up if it takes too long. It goes on even then,
   and fails when the connection is closed. *)
fun within patience f =
  let
    val result = SyncVar.iVar ()
    fun run () = let val x = f () in fn () => x end handle e => fn () => raise e
  in
    ignore (CML.spawn (fn () => SyncVar.iPut (result, run ())));
    CML.select
      [SyncVar.iGetEvt result, CML.wrap (CML.timeOutEvt patience, fn () => fn () => raise TooSlow)]
      ()
  end

fun write (patience, connection : connection) text =
  let
    fun send bytes =
      if Word8VectorSlice.isEmpty bytes then ()
      else
        let val sent = within patience (fn () => Socket.sendVec (connection, bytes)) in
          send (Word8VectorSlice.subslice (bytes, sent, NONE))
        end
  in
    send (Word8VectorSlice.full (Byte.stringToBytes (text ^ "\n")))
  end

(* The next line of a connection, without its end, or NONE at the end of all; what has come behind
   it stays in the reference. A line that does not end is an end, too. *)
fun readLine (connection : connection, rest) =
  let
    val (line, more) = Substring.splitl (fn c => c <> #"\n") (Substring.full (!rest))
    fun isShown c = not (Char.isCntrl c)
  in
    if not (Substring.isEmpty more) then
      (rest := Substring.string (Substring.triml 1 more);
       SOME (String.implode (List.filter isShown (Substring.explode line))))
    else if size (!rest) > 4096 then NONE
    else
      case Byte.bytesToString (Socket.recvVec (connection, 4096)) of
        "" => NONE
      | text => (rest := !rest ^ text; readLine (connection, rest))
  end

(* The names of those who are here; whoever changes them tells so before another one does. *)
type room = {names : string list SyncVar.mvar, news : news Multicast.mchan}

(* Enters under a name if nobody has it: gives the others' names and a port for the news. *)
fun enter ({names, news} : room, name) =
  let val others = SyncVar.mTake names in
    if List.exists (fn other => other = name) others then (SyncVar.mPut (names, others); NONE)
    else
      let val port = Multicast.port news in
        Multicast.multicast (news, Came name);
        SyncVar.mPut (names, name :: others);
        SOME (others, port)
      end
  end

fun leave ({names, news} : room, name) =
  let val all = SyncVar.mTake names in
    Multicast.multicast (news, Left name);
    SyncVar.mPut (names, List.filter (fn other => other <> name) all)
  end

(* Writes the news until this one has left, and then closes the connection. *)
fun speak (patience, connection : connection, {name, others, port}) =
  let
    val write = write (patience, connection)
    fun go () =
      case Multicast.recv port of
        Left other => if other = name then () else (write ("* " ^ other ^ " has left"); go ())
      | Came other => (if other = name then () else write ("* " ^ other ^ " has come"); go ())
      | Said (other, text) => (if other = name then () else write (other ^ ": " ^ text); go ())
  in
    (write
       (case others of
          [] => "* nobody else is here"
        | _ => "* here are " ^ String.concatWith ", " (List.rev others));
     go ())
    handle TooSlow => () | OS.SysErr _ => ();
    Socket.close connection
  end

(* Asks until there is a name that nobody has: NONE if the other side leaves before that. *)
fun introduce (room, write, read) =
  let
    fun isGood name =
      0 < size name andalso size name <= 20 andalso CharVector.all Char.isAlphaNum name
  in
    write "* what is your name?";
    case read () of
      NONE => NONE
    | SOME name =>
        if not (isGood name) then
          (write "* a name has letters and digits, twenty at most"; introduce (room, write, read))
        else
          case enter (room, name) of
            NONE => (write ("* " ^ name ^ " is here already"); introduce (room, write, read))
          | SOME (others, port) => SOME {name = name, others = others, port = port}
  end

(* All that one says, to the end. *)
fun listen (room as {news, ...} : room, name, read) =
  case read () of
    NONE => ()
  | SOME "" => listen (room, name, read)
  | SOME text => (Multicast.multicast (news, Said (name, text)); listen (room, name, read))

fun serve (room, patience) connection () =
  let
    val rest = ref ""
    fun read () = readLine (connection, rest)
    fun begin () =
      (Socket.Ctl.setKEEPALIVE (connection, true);
       INetSock.TCP.setNODELAY (connection, true);
       introduce (room, write (patience, connection), read))
  in
    case begin () handle TooSlow => NONE | OS.SysErr _ => NONE of
      NONE => Socket.close connection
    | SOME (who as {name, ...}) =>
        (ignore (CML.spawn (fn () => speak (patience, connection, who)));
         listen (room, name, read) handle OS.SysErr _ => ();
         leave (room, name))
  end

(* If there are too many connections for the system, one that ends makes room. *)
fun accept (listener, serve) =
  (ignore (CML.spawn (serve (#1 (Socket.accept listener))))
   handle OS.SysErr _ => CML.sync (CML.timeOutEvt (Time.fromMilliseconds 10));
   accept (listener, serve))

fun fail problem =
  (TextIO.output (TextIO.stdErr, "chat: " ^ problem ^ "\n");
   OS.Process.exit OS.Process.failure)

fun main (port, seconds) () =
  let
    val listener = INetSock.TCP.socket ()
    val () = Socket.Ctl.setREUSEADDR (listener, true)
    (* With [INetSock.any port], other machines could reach it. *)
    val home = valOf (NetHostDB.fromString "127.0.0.1")
    val () = Socket.bind (listener, INetSock.toAddr (home, port))
    val () = Socket.listen (listener, 1024)
    val (_, port) = INetSock.fromAddr (Socket.Ctl.getSockName listener)
    val room = {names = SyncVar.mVarInit [], news = Multicast.mChannel ()}
  in
    print ("listening on port " ^ Int.toString port ^ "\n");
    TextIO.flushOut TextIO.stdOut;
    accept (listener, serve (room, Time.fromReal seconds))
  end
  handle OS.SysErr (problem, _) => fail problem

fun start (port, seconds) =
  case (Int.fromString port, Real.fromString seconds) of
    (SOME port, SOME seconds) => ignore (RunCML.doit (main (port, seconds), NONE))
  | _ => fail "a port is a number, and so is a time"

val () =
  case CommandLine.arguments () of
    [port] => start (port, "30")
  | [port, seconds] => start (port, seconds)
  | _ => print "chat.sml PORT [SECONDS]\n"
