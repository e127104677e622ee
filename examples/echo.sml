#!/usr/bin/env -S kont run
(* A server that sends everything back, over TCP:

     echo.sml PORT

   listens on this port, or on any if it is 0, and says on which. Only this machine can reach it.
   Shows: sockets, and a thread for each connection, which waits while the others go on. *)

(* Sending takes what the system has room for, and says how much that was. *)
fun sendAll (connection, bytes) =
  let val sent = Socket.sendVec (connection, bytes) in
    if sent = Word8VectorSlice.length bytes then ()
    else sendAll (connection, Word8VectorSlice.subslice (bytes, sent, NONE))
  end

(* Until the peer has no more to say; it may still want to hear the rest. *)
fun echo connection =
  let val bytes = Socket.recvVec (connection, 4096) in
    if Word8Vector.length bytes = 0 then ()
    else (sendAll (connection, Word8VectorSlice.full bytes); echo connection)
  end

(* A peer that vanishes ends its own connection only, even if it does so without a word: the
   system asks for signs of life. *)
fun serve connection () =
  ((Socket.Ctl.setKEEPALIVE (connection, true);
    INetSock.TCP.setNODELAY (connection, true);
    echo connection)
   handle OS.SysErr _ => ();
   Socket.close connection)

(* If there are too many connections for the system, one that ends makes room. *)
fun accept listener =
  (ignore (Thread.spawn (serve (#1 (Socket.accept listener))))
   handle OS.SysErr _ => Thread.sleep (Time.fromMilliseconds 10);
   accept listener)

fun listen port =
  let
    val listener = INetSock.TCP.socket ()
    val home = valOf (NetHostDB.fromString "127.0.0.1")
  in
    Socket.Ctl.setREUSEADDR (listener, true);
    (* With [INetSock.any port], other machines could reach it. *)
    Socket.bind (listener, INetSock.toAddr (home, port));
    Socket.listen (listener, 4096);
    listener
  end

fun main port =
  let
    val listener = listen port
    val (_, port) = INetSock.fromAddr (Socket.Ctl.getSockName listener)
  in
    print ("listening on port " ^ Int.toString port ^ "\n");
    TextIO.flushOut TextIO.stdOut;
    accept listener
  end

fun fail problem =
  (TextIO.output (TextIO.stdErr, "echo: " ^ problem ^ "\n");
   OS.Process.exit OS.Process.failure)

val () =
  case CommandLine.arguments () of
    [text] =>
      (case Int.fromString text of
         SOME port => (main port handle OS.SysErr (problem, _) => fail problem)
       | NONE => fail "a port is a number")
  | _ => print "echo.sml PORT\n"
