(* Streams over readers and writers of any elements. *)

(* With lines: [isLine] is true of their ends. [get] need not look whether there is an element of
   this index. *)
functor KontStreamIO
  (structure PrimIO : PRIM_IO
   structure Vector : MONO_VECTOR
   structure VectorSlice : MONO_VECTOR_SLICE
   structure Array : MONO_ARRAY
   structure ArraySlice : MONO_ARRAY_SLICE
   sharing type PrimIO.elem = Vector.elem = VectorSlice.elem = Array.elem = ArraySlice.elem
   sharing type PrimIO.vector = Vector.vector = VectorSlice.vector = Array.vector
     = ArraySlice.vector
   sharing type PrimIO.vector_slice = VectorSlice.slice = ArraySlice.vector_slice
   sharing type PrimIO.array = Array.array = ArraySlice.array
   sharing type PrimIO.array_slice = ArraySlice.slice
   val someElem : PrimIO.elem
   val get : PrimIO.vector * int -> PrimIO.elem
   val isLine : PrimIO.elem -> bool) =
struct
  type elem = PrimIO.elem
  type vector = PrimIO.vector
  type reader = PrimIO.reader
  type writer = PrimIO.writer
  type pos = PrimIO.pos

  datatype reader' = datatype PrimIO.reader
  datatype writer' = datatype PrimIO.writer

  val likely = _prim "likely.i1" : bool -> bool

  datatype status = Open | Terminated | Closed

  val empty = Vector.fromList []

  fun fail (name, function, cause) = raise IO.Io {name = name, function = function, cause = cause}

  (* Applies a function; names the stream and the operation if it fails. *)
  fun protect (name, function, f) x =
    f x handle e as IO.Io _ => raise e | e => fail (name, function, e)

  fun whole v = VectorSlice.full v
  fun from (v, i) = VectorSlice.vector (VectorSlice.slice (v, i, NONE))
  fun upTo (v, i, n) = VectorSlice.vector (VectorSlice.slice (v, i, SOME n))

  (* The text that was read is a chain of buffers, which is extended on demand. *)
  datatype more = More of buffer | End of buffer | Unread | Truncated
  and buffer = Buffer of {data : vector, pos : pos option, more : more ref, file : file}
  and file = File of {reader : reader, status : status ref, last : more ref ref, lock : Lock.lock}

  datatype instream = In of buffer * int

  fun position (RD {getPos = SOME get, ...}) = (SOME (get ()) handle _ => NONE)
    | position _ = NONE

  fun mkInstream (reader, v) =
    let
      val reader = PrimIO.augmentReader reader
      val more = ref Unread
      val file = File {reader = reader, status = ref Open, last = ref more, lock = Lock.new ()}
      val pos = if Vector.length v = 0 then position reader else NONE
    in
      In (Buffer {data = v, pos = pos, more = more, file = file}, 0)
    end

  (* Adds a buffer to the chain. *)
  fun add (file as File {last, ...}, pos, v) =
    let
      val more = ref Unread
      val buffer = Buffer {data = v, pos = pos, more = more, file = file}
    in
      !last := (if Vector.length v = 0 then End buffer else More buffer);
      last := more
    end

  (* A chain that is closed meanwhile is not extended. *)
  fun extend (file as File {reader, status, ...}, function) =
    let val RD {name, chunkSize, readVec, ...} = reader
    in
      case readVec of
        NONE => fail (name, function, IO.BlockingNotSupported)
      | SOME read =>
          let val pos = position reader
          in
            case SOME (protect (name, function, read) chunkSize)
                 handle e => (case !status of Open => raise e | _ => NONE) of
              SOME v => (case !status of Open => add (file, pos, v) | _ => ())
            | NONE => ()
          end
    end

  (* One thread at a time extends the chain; others may have done so while it waited. *)
  fun next (Buffer {more, file as File {lock, ...}, ...}, function) =
    case !more of
      Unread =>
        Lock.hold
          (lock, fn () => (case !more of Unread => extend (file, function) | _ => (); !more)) ()
    | known => known

  fun input (In (b as Buffer {data, ...}, i)) =
    if i < Vector.length data then
      (if i = 0 then data else from (data, i), In (b, Vector.length data))
    else
      case next (b, "input") of
        More b => input (In (b, 0))
      | End b => (empty, In (b, 0))
      | _ => (empty, In (b, i))

  (* What follows a buffer. Buffers of the chain are not empty. *)
  fun behind b =
    case next (b, "input1") of
      More (b as Buffer {data, ...}) => SOME (get (data, 0), In (b, 1))
    | _ => NONE

  fun input1 (In (b as Buffer {data, ...}, i)) =
    if likely (i < Vector.length data) then SOME (get (data, i), In (b, i + 1)) else behind b

  (* The parts until [stop] is true or the end, the last part first. *)
  fun gather function stop (s, parts) =
    let
      val In (b as Buffer {data, ...}, i) = s
      val n = Vector.length data
    in
      if i < n then
        case stop (data, i) of
          SOME k => (upTo (data, i, k - i) :: parts, In (b, k), true)
        | NONE => gather function stop (In (b, n), from (data, i) :: parts)
      else
        case next (b, function) of
          More b => gather function stop (In (b, 0), parts)
        | _ => (parts, s, false)
    end

  (* The stream behind an end before which nothing was read. *)
  fun over (s as In (b, _)) = case next (b, "input") of End b => In (b, 0) | _ => s

  fun inputN (s, n) =
    if n < 0 then raise Size
    else if n = 0 then (empty, s)
    else
      let
        val left = ref n
        fun stop (data, i) =
          let val have = Vector.length data - i
          in if have >= !left then SOME (i + !left) else (left := !left - have; NONE) end
        val (parts, s, _) = gather "inputN" stop (s, [])
      in
        case parts of
          [] => (empty, over s)
        | [v] => (v, s)
        | _ => (Vector.concat (List.rev parts), s)
      end

  fun inputAll s =
    let val (parts, s, _) = gather "inputAll" (fn _ => NONE) (s, [])
    in (Vector.concat (List.rev parts), over s) end

  (* The elements up to the end of a line, and whether the line has one. *)
  fun line s =
    let
      fun stop (data, i) =
        Option.map (fn (j, _) => i + j + 1)
          (VectorSlice.findi (fn (_, c) => isLine c) (VectorSlice.slice (data, i, NONE)))
      val (parts, s', ended) = gather "inputLine" stop (s, [])
    in
      case parts of
        [] => NONE
      | _ => SOME (Vector.concat (List.rev parts), s', ended)
    end

  fun endOfStream (In (b as Buffer {data, ...}, i)) =
    i >= Vector.length data
    andalso (case next (b, "endOfStream") of More b => endOfStream (In (b, 0)) | _ => true)

  fun canInput (In (Buffer {data, more, file, ...}, i), n) =
    let
      val have = Vector.length data - i
      val File {reader = reader as RD {name, chunkSize, readVecNB, ...}, lock, ...} = file
      fun read () =
        case readVecNB of
          NONE => fail (name, "canInput", IO.NonblockingNotSupported)
        | SOME read =>
            let val pos = position reader
            in
              case protect (name, "canInput", read) chunkSize of
                NONE => NONE
              | SOME v => (add (file, pos, v); SOME (System.min (Vector.length v, n)))
            end
    in
      if n < 0 then raise Size
      else if n = 0 then SOME 0
      else if have > 0 then SOME (System.min (have, n))
      else
        case !more of
          More b => canInput (In (b, 0), n)
        | Unread => Lock.try (lock, fn () => case !more of Unread => read () | _ => NONE) ()
        | _ => SOME 0
    end

  fun closeIn (In (Buffer {file = File {reader = RD {name, close, ...}, status, last, ...}, ...}, _)) =
    case !status of
      Open => (status := Closed; !last := Truncated; protect (name, "closeIn", close) ())
    | _ => ()

  fun getReader (In (b, i)) =
    let
      val Buffer {file = File {reader as RD {name, ...}, status, last, ...}, ...} = b
      fun rest (Buffer {data, more, ...}, i, parts) =
        let val parts = if i < Vector.length data then from (data, i) :: parts else parts
        in case !more of More b => rest (b, 0, parts) | _ => Vector.concat (List.rev parts) end
    in
      case !status of
        Open =>
          let val left = rest (b, i, [])
          in status := Terminated; !last := Truncated; (reader, left) end
      | Terminated => fail (name, "getReader", IO.ClosedStream)
      | Closed => fail (name, "getReader", IO.ClosedStream)
    end

  fun filePosIn (In (Buffer {data, pos, file = File {reader, status, ...}, ...}, i)) =
    let
      val RD {name, getPos, setPos, readVec, ...} = reader
      fun skip (read, 0) = ()
        | skip (read, n) =
            case Vector.length (read n) of 0 => () | k => skip (read, n - k)
    in
      case (!status, pos, getPos, setPos, readVec) of
        (Open, SOME p, SOME get, SOME set, SOME read) =>
          if i = 0 then p
          else
            protect
              (name, "filePosIn",
               fn () =>
                 let
                   val here = get ()
                   val () = (set p; skip (read, i))
                   val found = get ()
                 in
                   set here;
                   found
                 end) ()
      | (Closed, _, _, _, _) => fail (name, "filePosIn", IO.ClosedStream)
      | (Terminated, _, _, _, _) => fail (name, "filePosIn", IO.ClosedStream)
      | _ => fail (name, "filePosIn", IO.RandomAccessNotSupported)
    end

  (* Output that has not been written is in an array, from mark [written] up to mark [used]. *)
  datatype outstream = Out of
    {writer : writer,
     room : Array.array,
     written : int ref,
     used : int ref,
     mode : IO.buffer_mode ref,
     status : status ref,
     forget : (unit -> unit) ref,
     lock : Lock.lock}

  datatype out_pos = OutPos of {pos : pos, stream : outstream}

  fun nameOf (Out {writer = WR {name, ...}, ...}) = name

  fun check (out as Out {status, ...}, function) =
    case !status of
      Open => ()
    | Closed => fail (nameOf out, function, IO.ClosedStream)
    | Terminated => fail (nameOf out, function, IO.ClosedStream)

  (* Writes all of a slice; calls a function with the number of elements of each part. *)
  fun writeAll (Out {writer = WR {name, writeVec, ...}, ...}, function, sl, done) =
    case writeVec of
      NONE => fail (name, function, IO.BlockingNotSupported)
    | SOME write =>
        let
          fun go sl =
            if VectorSlice.isEmpty sl then ()
            else
              let val n = protect (name, function, write) sl
              in done n; go (VectorSlice.subslice (sl, n, NONE)) end
        in
          go sl
        end

  (* One thread at a time writes or adds to what waits. *)
  fun flush (out as Out {room, written, used, lock, ...}, function) =
    let
      fun clear () = (written := 0; used := 0)
      fun write () =
        if !used = 0 then ()
        else
          let
            val waiting =
              ArraySlice.vector (ArraySlice.slice (room, !written, SOME (!used - !written)))
          in
            (* What cannot be written is told once. *)
            writeAll (out, function, whole waiting, fn n => written := !written + n)
            handle e => (clear (); raise e);
            clear ()
          end
    in
      Lock.hold (lock, write) ()
    end

  fun mkOutstream (writer, mode) =
    let
      val writer as WR {chunkSize, ...} = PrimIO.augmentWriter writer
      val out =
        Out
          {writer = writer, room = Array.array (System.max (chunkSize, 1), someElem), written = ref 0, used = ref 0,
           mode = ref mode, status = ref Open, forget = ref (fn () => ()), lock = Lock.new ()}
      val Out {forget, ...} = out
    in
      forget := AtExit.flush (fn () => flush (out, "flushOut"));
      out
    end

  fun put (out as Out {lock, ...}, function, sl) =
    Lock.hold (lock, append) (out, function, sl)
  and append (out as Out {room, used, mode, ...}, function, sl) =
    let
      val n = VectorSlice.length sl
      val () = if !used + n > Array.length room then flush (out, function) else ()
    in
      if !mode = IO.NO_BUF orelse n > Array.length room then
        (flush (out, function); writeAll (out, function, sl, ignore))
      else
        (ArraySlice.copyVec {src = sl, dst = room, di = !used};
         used := !used + n;
         if !mode = IO.LINE_BUF andalso VectorSlice.exists isLine sl then flush (out, function)
         else ())
    end

  fun output (out, v) = (check (out, "output"); put (out, "output", whole v))
  fun outputSlice (out, sl) = (check (out, "outputSubstr"); put (out, "outputSubstr", sl))
  local
    fun slowly (out, x) =
      (check (out, "output1"); put (out, "output1", whole (Vector.fromList [x])))

    (* True if an element may wait with others: that no thread takes turns before it does, and that
       its end is not the end of a line. *)
    fun waits (mode, x) =
      case mode of
        IO.BLOCK_BUF => true
      | IO.LINE_BUF => not (isLine x)
      | IO.NO_BUF => false
  in
    fun output1 (out as Out {room, used, mode, status, lock, ...}, x) =
      let val i = !used
      in
        if likely (i < Array.length room) andalso likely (!status = Open)
           andalso likely (waits (!mode, x)) andalso likely (Lock.isFree lock) then
          (Array.update (room, i, x); used := i + 1)
        else slowly (out, x)
      end
  end
  fun flushOut out = (check (out, "flushOut"); flush (out, "flushOut"))

  fun closeOut (out as Out {writer = WR {name, close, ...}, status, forget, ...}) =
    case !status of
      Closed => ()
    | was =>
        (if was = Open then flush (out, "closeOut") else ();
         status := Closed;
         !forget ();
         protect (name, "closeOut", close) ())

  fun setBufferMode (out as Out {mode, ...}, new) =
    (check (out, "setBufferMode");
     if new = IO.NO_BUF then flush (out, "setBufferMode") else ();
     mode := new)

  fun getBufferMode (out as Out {mode, ...}) = (check (out, "getBufferMode"); !mode)

  fun getWriter (out as Out {writer, mode, status, forget, ...}) =
    (check (out, "getWriter");
     flush (out, "getWriter");
     status := Terminated;
     !forget ();
     (writer, !mode))

  fun getPosOut (out as Out {writer = WR {name, getPos, ...}, ...}) =
    (flushOut out;
     case getPos of
       SOME get => OutPos {pos = protect (name, "getPosOut", get) (), stream = out}
     | NONE => fail (name, "getPosOut", IO.RandomAccessNotSupported))

  fun setPosOut (OutPos {pos, stream as Out {writer = WR {name, setPos, ...}, ...}}) =
    (flushOut stream;
     case setPos of
       SOME set => (protect (name, "setPosOut", set) pos; stream)
     | NONE => fail (name, "setPosOut", IO.RandomAccessNotSupported))

  fun filePosOut (OutPos {pos, ...}) = pos
end

functor StreamIO
  (structure PrimIO : PRIM_IO
   structure Vector : MONO_VECTOR
   structure VectorSlice : MONO_VECTOR_SLICE
   structure Array : MONO_ARRAY
   structure ArraySlice : MONO_ARRAY_SLICE
   sharing type PrimIO.elem = Vector.elem = VectorSlice.elem = Array.elem = ArraySlice.elem
   sharing type PrimIO.vector = Vector.vector = VectorSlice.vector = Array.vector
     = ArraySlice.vector
   sharing type PrimIO.vector_slice = VectorSlice.slice = ArraySlice.vector_slice
   sharing type PrimIO.array = Array.array = ArraySlice.array
   sharing type PrimIO.array_slice = ArraySlice.slice
   val someElem : PrimIO.elem) :> STREAM_IO
  where type elem = PrimIO.elem
  where type vector = PrimIO.vector
  where type reader = PrimIO.reader
  where type writer = PrimIO.writer
  where type pos = PrimIO.pos
= KontStreamIO
    (structure PrimIO = PrimIO
     structure Vector = Vector
     structure VectorSlice = VectorSlice
     structure Array = Array
     structure ArraySlice = ArraySlice
     val someElem = someElem
     val get = Vector.sub
     fun isLine _ = false)
