#!/usr/bin/env -S kont run
(* A server of files over HTTP/1.1:

     http.sml PORT FOLDER [SECONDS]

   listens on this port, or on any if it is 0, and says on which. It answers GET and HEAD with the
   files below the folder, and index.html for a folder, for browsers on this machine. Connections
   stay open for more requests; those on which nothing moves for so many seconds, 30 unless told,
   are closed.
   Shows: Concurrent ML and sockets: a thread for each connection, and a timeout for everything
   that waits for the other side. *)

(* The answer is this status, and nothing else. *)
exception Refuse of int

(* There is no more to be said to the other side, which is silent, or to which a promise cannot be
   kept. *)
exception GiveUp

fun reason status =
  case status of
    200 => "OK"
  | 301 => "Moved Permanently"
  | 304 => "Not Modified"
  | 400 => "Bad Request"
  | 403 => "Forbidden"
  | 404 => "Not Found"
  | 405 => "Method Not Allowed"
  | 431 => "Request Header Fields Too Large"
  | 501 => "Not Implemented"
  | 503 => "Service Unavailable"
  | 505 => "HTTP Version Not Supported"
  | _ => "Internal Server Error"

fun contentType path =
  case Option.map (String.map Char.toLower) (OS.Path.ext path) of
    SOME ("html" | "htm") => "text/html; charset=utf-8"
  | SOME "css" => "text/css; charset=utf-8"
  | SOME "js" => "text/javascript; charset=utf-8"
  | SOME ("txt" | "md" | "sml") => "text/plain; charset=utf-8"
  | SOME "json" => "application/json"
  | SOME "pdf" => "application/pdf"
  | SOME "wasm" => "application/wasm"
  | SOME "svg" => "image/svg+xml"
  | SOME "png" => "image/png"
  | SOME ("jpg" | "jpeg") => "image/jpeg"
  | SOME "gif" => "image/gif"
  | _ => "application/octet-stream"

type request =
  {method : string, segments : string list, isFolder : bool, headers : (string * string) list,
   keeps : bool}

fun header (headers, name) = Option.map #2 (List.find (fn (other, _) => other = name) headers)

val trim = Substring.dropl Char.isSpace o Substring.dropr Char.isSpace

fun parseHeader line =
  let
    val (name, value) = Substring.splitl (fn c => c <> #":") (Substring.full line)
    fun isToken c = Char.isAlphaNum c orelse Char.contains "!#$%&'*+-.^_`|~" c
    val name = Substring.string name
  in
    if name <> "" andalso CharVector.all isToken name andalso not (Substring.isEmpty value) then
      (String.map Char.toLower name, Substring.string (trim (Substring.triml 1 value)))
    else raise Refuse 400
  end

(* The path of a target, which may have a host before it and a query behind. *)
fun path target =
  let
    val scheme = "http://"
    val target = Substring.full target
    val target =
      if Substring.isPrefix scheme target then
        Substring.dropl (fn c => c <> #"/") (Substring.triml (size scheme) target)
      else target
    val path = Substring.string (Substring.takel (fn c => c <> #"?" andalso c <> #"#") target)
  in
    if String.isPrefix "/" path then path else raise Refuse 400
  end

(* Every %41 becomes an A. *)
fun decode text =
  let
    fun go [] = []
      | go (#"%" :: a :: b :: rest) =
          if Char.isHexDigit a andalso Char.isHexDigit b then
            chr (valOf (StringCvt.scanString (Int.scan StringCvt.HEX) (implode [a, b]))) :: go rest
          else raise Refuse 400
      | go (#"%" :: _) = raise Refuse 400
      | go (c :: rest) = c :: go rest
  in
    implode (go (explode text))
  end

(* The lines of a head, all of which end in CR LF. *)
fun linesOf head =
  let
    fun line text =
      if String.isSuffix "\r" text then String.substring (text, 0, size text - 1)
      else raise Refuse 400
    fun isBad c = Char.isCntrl c andalso c <> #"\t"
    val lines = List.map line (String.fields (fn c => c = #"\n") head)
  in
    if List.exists (CharVector.exists isBad) lines then raise Refuse 400 else lines
  end

fun parse head : request =
  case linesOf head of
    [] => raise Refuse 400
  | first :: rest =>
      case String.fields (fn c => c = #" ") first of
        [method, target, version] =>
          let
            val isOld = version = "HTTP/1.0"
            val () =
              if isOld orelse version = "HTTP/1.1" then ()
              else raise Refuse (if String.isPrefix "HTTP/" version then 505 else 400)
            val headers = List.map parseHeader rest
            fun has name = isSome (header (headers, name))
            val () = if isOld orelse has "host" then () else raise Refuse 400
            val path = path target
            val wishes =
              String.tokens
                (Char.contains ", \t")
                (String.map Char.toLower (Option.getOpt (header (headers, "connection"), "")))
            fun wants wish = List.exists (fn other => other = wish) wishes
            (* Nobody reads a body, so the next request cannot be told from it. *)
            val hasBody =
              has "transfer-encoding"
              orelse Option.getOpt (header (headers, "content-length"), "0") <> "0"
          in
            {method = method,
             segments = List.map decode (String.tokens (fn c => c = #"/") path),
             isFolder = String.isSuffix "/" path,
             headers = headers,
             keeps =
               not (hasBody orelse wants "close") andalso (not isOld orelse wants "keep-alive")}
          end
      | _ => raise Refuse 400

datatype body = Text of string | File of Posix.IO.file_desc * int
type answer = {status : int, fields : (string * string) list, body : body}

fun httpDate time = Date.fmt "%a, %d %b %Y %H:%M:%S GMT" (Date.fromTimeUniv time)

fun plain (status, fields) : answer =
  {status = status,
   fields = ("Content-Type", "text/plain; charset=utf-8") :: fields,
   body = Text (Int.toString status ^ " " ^ reason status ^ "\n")}

fun refusal status = plain (status, if status = 405 then [("Allow", "GET, HEAD")] else [])

(* What is not a file is opened without waiting for whoever may write to it, and refused. *)
fun file (path, headers) : answer =
  let
    open Posix.FileSys
    val descriptor = openf (path, O_RDONLY, O.nonblock)
    val status = fstat descriptor
    val changed = httpDate (ST.mtime status)
    fun refuse answer = (Posix.IO.close descriptor; answer)
  in
    if not (ST.isReg status) then refuse (refusal 403)
    else if header (headers, "if-modified-since") = SOME changed then
      refuse {status = 304, fields = [("Last-Modified", changed)], body = Text ""}
    else
      {status = 200,
       fields = [("Content-Type", contentType path), ("Last-Modified", changed)],
       body = File (descriptor, ST.size status)}
  end

(* Names that begin with a dot are nobody's business; that of two dots leads out of the folder. *)
fun isPrivate segment =
  String.isPrefix "." segment orelse CharVector.exists (Char.contains "/\000") segment

(* The answer to a request for something below the root, a path that ends in a slash. Links do not
   lead out of it. *)
fun find (root, {segments, isFolder, headers, ...} : request) =
  let
    fun isBelow path = String.isPrefix root (path ^ "/")
    val path = OS.FileSys.fullPath (root ^ String.concatWith "/" segments)
    fun escape c =
      if Char.isAlphaNum c orelse Char.contains "-._~" c then str c
      else "%" ^ StringCvt.padLeft #"0" 2 (Int.fmt StringCvt.HEX (ord c))
    fun location () =
      String.concat (List.map (fn s => "/" ^ String.translate escape s) segments) ^ "/"
  in
    if not (isBelow path) then refusal 403
    else if not (OS.FileSys.isDir path) then
      if isFolder then refusal 404 else file (path, headers)
    else if isFolder then
      let val index = OS.FileSys.fullPath (path ^ "/index.html") in
        if isBelow index then file (index, headers) else refusal 403
      end
    else plain (301, [("Location", location ())])
  end

fun answer (root, request as {method, segments, ...} : request) =
  if method = "GET" orelse method = "HEAD" then
    (if List.exists isPrivate segments then refusal 403 else find (root, request))
    handle OS.SysErr (_, cause) =>
      case Option.map OS.errorName cause of
        SOME ("noent" | "notdir" | "nametoolong" | "loop") => refusal 404
      | SOME ("acces" | "perm") => refusal 403
      | SOME ("mfile" | "nfile") => refusal 503
      | _ => refusal 500
  else
    let val others = ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"] in
      refusal (if List.exists (fn other => other = method) others then 405 else 501)
    end

type connection = Socket.active INetSock.stream_sock

(* Calls a function in a thread of its own; raises what it raises, or [GiveUp] if it takes too long.
   It goes on even then, and fails when the connection is closed. *)
fun within patience f =
  let
    val result = SyncVar.iVar ()
    fun run () = let val x = f () in fn () => x end handle e => fn () => raise e
  in
    ignore (CML.spawn (fn () => SyncVar.iPut (result, run ())));
    CML.select
      [SyncVar.iGetEvt result, CML.wrap (CML.timeOutEvt patience, fn () => fn () => raise GiveUp)]
      ()
  end

(* The head of the next request and what has come behind it, given what has come so far. *)
fun receive (connection : connection, text) =
  let
    val text = Substring.dropl (Char.contains "\r\n") (Substring.full text)
    val (head, rest) = Substring.position "\r\n\r\n" text
  in
    if not (Substring.isEmpty rest) then
      SOME (Substring.string head ^ "\r", Substring.string (Substring.triml 4 rest))
    else if Substring.size text > 8192 then raise Refuse 431
    else
      case Byte.bytesToString (Socket.recvVec (connection, 4096)) of
        "" => NONE
      | more => receive (connection, Substring.string text ^ more)
  end

fun send (patience, connection : connection, bytes) =
  if Word8VectorSlice.isEmpty bytes then ()
  else
    let val sent = within patience (fn () => Socket.sendVec (connection, bytes)) in
      send (patience, connection, Word8VectorSlice.subslice (bytes, sent, NONE))
    end

(* A file in pieces. If it has become shorter meanwhile, all there is left is to give up. *)
fun sendFile (_, _, _, 0) = ()
  | sendFile (patience, connection, file, left) =
      let
        val bytes = Posix.IO.readVec (file, Int.min (left, 65536))
        val count = Word8Vector.length bytes
      in
        if count = 0 then raise GiveUp
        else send (patience, connection, Word8VectorSlice.full bytes);
        sendFile (patience, connection, file, left - count)
      end

fun reply (patience, connection, {status, fields, body} : answer, {hasBody, keeps}) =
  let
    fun line (name, value) = name ^ ": " ^ value ^ "\r\n"
    val length = case body of Text text => size text | File (_, size) => size
    val head =
      "HTTP/1.1 " ^ Int.toString status ^ " " ^ reason status ^ "\r\n"
      ^ String.concat (List.map line fields)
      ^ line ("Date", httpDate (Time.now ()))
      ^ (if status = 304 then "" else line ("Content-Length", Int.toString length))
      ^ line ("Connection", if keeps then "keep-alive" else "close")
      ^ "\r\n"
    fun text s = send (patience, connection, Word8VectorSlice.full (Byte.stringToBytes s))
  in
    case body of
      Text s => text (if hasBody then head ^ s else head)
    | File (file, size) =>
        ((text head; if hasBody then sendFile (patience, connection, file, size) else ())
         handle e => (Posix.IO.close file; raise e);
         Posix.IO.close file)
  end

(* All requests on a connection. *)
fun converse (root, patience, connection, text) =
  case within patience (fn () => receive (connection, text)) of
    NONE => ()
  | SOME (head, rest) =>
      let
        val request as {method, keeps, ...} = parse head
        val how = {hasBody = method <> "HEAD", keeps = keeps}
      in
        reply (patience, connection, answer (root, request), how);
        if keeps then converse (root, patience, connection, rest) else ()
      end

(* Lets the other side read the last answer: a connection that is closed while something is there
   to be received is reset. *)
fun finish (patience, connection : connection) =
  let
    fun discard () =
      if Word8Vector.length (Socket.recvVec (connection, 65536)) = 0 then () else discard ()
  in
    Socket.shutdown (connection, Socket.NO_SENDS);
    within patience discard
  end

fun serve (root, patience) connection () =
  ((Socket.Ctl.setKEEPALIVE (connection, true);
    INetSock.TCP.setNODELAY (connection, true);
    converse (root, patience, connection, "")
    handle Refuse status =>
      reply (patience, connection, refusal status, {hasBody = true, keeps = false});
    finish (patience, connection))
   handle GiveUp => () | OS.SysErr _ => ();
   Socket.close connection)

(* If there are too many connections for the system, one that ends makes room. *)
fun accept (listener, serve) =
  (ignore (CML.spawn (serve (#1 (Socket.accept listener))))
   handle OS.SysErr _ => CML.sync (CML.timeOutEvt (Time.fromMilliseconds 10));
   accept (listener, serve))

fun fail problem =
  (TextIO.output (TextIO.stdErr, "http: " ^ problem ^ "\n");
   OS.Process.exit OS.Process.failure)

fun main (port, folder, seconds) () =
  let
    val listener = INetSock.TCP.socket ()
    val () = Socket.Ctl.setREUSEADDR (listener, true)
    (* With [INetSock.any port], other machines could reach it. *)
    val home = valOf (NetHostDB.fromString "127.0.0.1")
    val () = Socket.bind (listener, INetSock.toAddr (home, port))
    val () = Socket.listen (listener, 1024)
    val (_, port) = INetSock.fromAddr (Socket.Ctl.getSockName listener)
    val root = case OS.FileSys.fullPath folder of "/" => "/" | path => path ^ "/"
  in
    print ("http://127.0.0.1:" ^ Int.toString port ^ "/\n");
    TextIO.flushOut TextIO.stdOut;
    accept (listener, serve (root, Time.fromReal seconds))
  end
  handle OS.SysErr (problem, _) => fail problem

fun start (port, folder, seconds) =
  case (Int.fromString port, Real.fromString seconds) of
    (SOME port, SOME seconds) => ignore (RunCML.doit (main (port, folder, seconds), NONE))
  | _ => fail "a port is a number, and so is a time"

val () =
  case CommandLine.arguments () of
    [port, folder] => start (port, folder, "30")
  | [port, folder, seconds] => start (port, folder, seconds)
  | _ => print "http.sml PORT FOLDER [SECONDS]\n"
