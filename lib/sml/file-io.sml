(* Streams of files that change when they are read from.

   A stream of a file reads into a buffer of its own and writes through the runtime's, without
   functional streams. It becomes functional when a program asks for that; its operations are
   then functions in a record, so that other programs do not contain functional streams. *)

functor KontFileIO
  (type elem
   type vector
   type reader
   type writer
   structure S :
     sig
       type instream
       type outstream
       type out_pos
       val input : instream -> vector * instream
       val input1 : instream -> (elem * instream) option
       val inputN : instream * int -> vector * instream
       val inputAll : instream -> vector * instream
       val canInput : instream * int -> int option
       val closeIn : instream -> unit
       val endOfStream : instream -> bool
       val output : outstream * vector -> unit
       val output1 : outstream * elem -> unit
       val flushOut : outstream -> unit
       val closeOut : outstream -> unit
       val mkInstream : reader * vector -> instream
       val mkOutstream : writer * IO.buffer_mode -> outstream
       val getPosOut : outstream -> out_pos
       val setPosOut : out_pos -> outstream
       val line : instream -> (vector * instream * bool) option
     end
   val reader : int * string -> reader
   val writer : int * string -> writer) =
struct
  type elem = elem
  type vector = vector

  (* Unread elements are in the buffer from mark 0 up to mark 1. Mark 2 is the state:
     0 reads from the descriptor; 1 as well, but is at an end that has not been reported;
     2 is closed; 3 goes on with the stream in [other]. *)
  type otherIn =
    {get : unit -> S.instream,
     input : unit -> vector,
     input1 : unit -> elem option,
     inputN : int -> vector,
     inputAll : unit -> vector,
     line : unit -> (vector * bool) option,
     lookahead : unit -> elem option,
     canInput : int -> int option,
     endOfStream : unit -> bool,
     close : unit -> unit}

  datatype instream = In of
    {fd : int, name : string, buffer : elem array, marks : int array, other : otherIn option ref,
     lock : Lock.lock}

  (* The mark is the state: 0 writes to the descriptor; 2 is closed; 3 writes to [other]. *)
  type otherOut =
    {stream : S.outstream,
     output : vector -> unit,
     output1 : elem -> unit,
     flush : unit -> unit,
     close : unit -> unit}

  datatype outstream = Out of
    {fd : int, name : string, mark : int array, other : otherOut option ref}

  local
    val new = _prim "array.new" : int * elem -> elem array
    val get = _prim "array.get.u" : elem array * int -> elem
    val marks = _prim "array.new" : int * int -> int array
    val mark = _prim "array.get.u" : int array * int -> int
    val setMark = _prim "array.set.u" : int array * int * int -> unit
    val part = _prim "str.of.bytes" : elem array * int * int -> vector
    val find = _prim "bytes.find" : elem array * int * int * elem -> int
    val join = _prim "str.join" : vector Vector.vector -> vector
    val len = _prim "str.len" : vector -> int
    val ofInt = _prim "trunc.i64.i8" : int -> elem
    val openFile = _prim "io.open" : string * int -> int
    val read = _prim "io.read" : int * elem array * int * int -> int
    val put = _prim "io.put" : int * vector * int * int -> unit
    val put1 = _prim "io.put.byte" : int * elem -> unit
    val add1 = _prim "io.add.byte" : int * elem -> bool
    val setMode = _prim "io.buffer" : int * int -> unit
    val ofString = _prim "cast" : string -> vector

    val likely = _prim "likely.i1" : bool -> bool

    val size = 65536
    val empty = ofString ""
    val newline = ofInt 10

    fun add (fd, v, i, n) = (Waiting.adding fd; put (fd, v, i, n); Waiting.written fd)
    fun shut fd = if fd < 3 then () else Waiting.close fd

    fun fail (name, function, cause) =
      raise IO.Io {name = name, function = function, cause = System.visible cause}

    fun concat [v] = v
      | concat l = join (Vector.fromList (List.rev l))

    fun other (ref (SOME s)) = s
      | other (ref NONE) = raise Option

    (* Reads more into the empty buffer; true if there was any. What happens while the thread waits,
       such as a signal that it handles, may have filled it, or closed the stream. *)
    fun fill (In {fd, name, buffer, marks, ...}, function) =
      Waiting.input
        (fd, fn () => mark (marks, 2) <> 2,
         fn () =>
           if mark (marks, 0) < mark (marks, 1) then true
           else if mark (marks, 2) = 2 then false
           else
             let val n = read (fd, buffer, 0, size) in
               setMark (marks, 0, 0);
               setMark (marks, 1, n);
               n > 0
             end)
      handle e as System.Raw _ => fail (name, function, e)

    (* True if there is an element, after reading if need be. An end is reported once. *)
    fun more (f as In {marks, ...}, function) =
      mark (marks, 0) < mark (marks, 1)
      orelse
      (case mark (marks, 2) of
         0 => fill (f, function)
       | 1 => (setMark (marks, 2, 0); false)
       | _ => false)

    (* There is an end that is still to be reported, unless the stream was closed meanwhile. *)
    fun atEnd marks = if mark (marks, 2) = 0 then setMark (marks, 2, 1) else ()

    (* As [more], but the end is still to be reported. *)
    fun look (f as In {marks, ...}, function) =
      mark (marks, 0) < mark (marks, 1)
      orelse
      (mark (marks, 2) = 0
       andalso (fill (f, function) orelse (atEnd marks; false)))

    fun functional (In {marks, ...}) = mark (marks, 2) = 3

    (* Streams that do not change, as functions. *)
    fun otherIn s : otherIn =
      let
        val r = ref s
        fun step (x, next) = (r := next; x)
      in
        {get = fn () => !r,
         input = fn () => step (S.input (!r)),
         input1 =
           fn () => case S.input1 (!r) of SOME found => SOME (step found) | NONE => NONE,
         inputN = fn n => step (S.inputN (!r, n)),
         inputAll = fn () => step (S.inputAll (!r)),
         line =
           fn () =>
             case S.line (!r) of
               SOME (v, next, ended) => SOME (step ((v, ended), next))
             | NONE => NONE,
         lookahead = fn () => case S.input1 (!r) of SOME (x, _) => SOME x | NONE => NONE,
         canInput = fn n => S.canInput (!r, n),
         endOfStream = fn () => S.endOfStream (!r),
         close = fn () => S.closeIn (!r)}
      end

    fun otherOut s : otherOut =
      {stream = s,
       output = fn v => S.output (s, v),
       output1 = fn x => S.output1 (s, x),
       flush = fn () => S.flushOut s,
       close = fn () => S.closeOut s}

    (* All that is in the buffer. *)
    fun rest (In {buffer, marks, ...}) =
      let val (i, n) = (mark (marks, 0), mark (marks, 1))
      in setMark (marks, 0, n); part (buffer, i, n - i) end

    fun file (fd, name) =
      In {fd = fd, name = name, buffer = new (size, ofInt 0), marks = marks (3, 0),
          other = ref NONE, lock = Lock.new ()}

    (* One thread at a time does something with a stream. *)
    fun alone (f as In {lock, ...}, operation) = Lock.hold (lock, operation) f
  in
    fun fromDescriptor (fd, name) = file (fd, name)

    fun openIn name =
      file (openFile (name, 0), name) handle e as System.Raw _ => fail (name, "openIn", e)

    local
      fun input (f as In {other = r, ...}) =
        if more (f, "input") then rest f
        else if functional f then #input (other r) ()
        else empty

      fun next (f as In {buffer, marks, other = r, ...}) =
        if more (f, "input1") then
          let val i = mark (marks, 0) in setMark (marks, 0, i + 1); SOME (get (buffer, i)) end
        else if functional f then #input1 (other r) ()
        else NONE

      fun lookahead (f as In {buffer, marks, other = r, ...}) =
        if look (f, "lookahead") then SOME (get (buffer, mark (marks, 0)))
        else if functional f then #lookahead (other r) ()
        else NONE

      fun inputN (f as In {buffer, marks, other = r, ...}, n) =
        let
          fun go (0, parts) = concat parts
            | go (n, parts) =
                if more (f, "inputN") then
                  let
                    val i = mark (marks, 0)
                    val k = System.min (n, mark (marks, 1) - i)
                  in
                    setMark (marks, 0, i + k);
                    go (n - k, part (buffer, i, k) :: parts)
                  end
                else (if List.null parts then () else atEnd marks; concat parts)
        in
          if n < 0 then raise Size
          else if functional f then #inputN (other r) n
          else go (n, [])
        end

      fun inputAll (f as In {other = r, ...}) =
        let
          fun go parts = if more (f, "inputAll") then go (rest f :: parts) else concat parts
        in
          if functional f then #inputAll (other r) () else go []
        end

      (* A line, and whether it has an end. *)
      fun line (f as In {buffer, marks, other = r, ...}) =
        let
          fun go parts =
            if more (f, "inputLine") then
              let
                val (i, n) = (mark (marks, 0), mark (marks, 1))
                val k = find (buffer, i, n, newline)
              in
                if k < 0 then (setMark (marks, 0, n); go (part (buffer, i, n - i) :: parts))
                else
                  (setMark (marks, 0, k + 1);
                   SOME (concat (part (buffer, i, k + 1 - i) :: parts), true))
              end
            else
              case parts of
                [] => NONE
              | _ => (atEnd marks; SOME (concat parts, false))
        in
          if functional f then #line (other r) () else go []
        end

      fun ends (f as In {other = r, ...}) =
        if functional f then #endOfStream (other r) () else not (look (f, "endOfStream"))

      fun canInput (f as In {fd, name, marks, other = r, ...}, n) =
        let
          fun have () = SOME (System.min (n, mark (marks, 1) - mark (marks, 0)))
          fun ready () =
            System.packed (System.text ("poll", System.pack [fd, 1], "", 0, 0), 0) <> 0
            handle e => fail (name, "canInput", e)
        in
          if n < 0 then raise Size
          else if functional f then #canInput (other r) n
          else if mark (marks, 0) < mark (marks, 1) orelse mark (marks, 2) <> 0 then have ()
          else if ready () then (ignore (look (f, "canInput")); have ())
          else NONE
        end

      fun setInstream (In {marks, other, ...}, s) =
        (setMark (marks, 0, 0); setMark (marks, 1, 0); setMark (marks, 2, 3);
         other := SOME (otherIn s))

      fun getInstream (f as In {fd, name, marks, other = r, ...}) =
        if functional f then #get (other r) ()
        else
          let
            val closed = mark (marks, 2) = 2
            val s = S.mkInstream (reader (fd, name), rest f)
          in
            if closed then S.closeIn s else ();
            setInstream (f, s);
            s
          end
    in
      val input = fn f => alone (f, input)
      (* What is in the buffer of a stream that nobody uses is there without more ado: no thread
         takes turns in between. *)
      val input1 =
        fn f as In {buffer, marks, lock, ...} =>
          let val i = mark (marks, 0)
          in
            if likely (i < mark (marks, 1)) andalso likely (Lock.isFree lock) then
              (setMark (marks, 0, i + 1); SOME (get (buffer, i)))
            else alone (f, next)
          end
      val lookahead =
        fn f as In {buffer, marks, lock, ...} =>
          let val i = mark (marks, 0)
          in
            if likely (i < mark (marks, 1)) andalso likely (Lock.isFree lock) then
              SOME (get (buffer, i))
            else alone (f, lookahead)
          end
      val endOfStream =
        fn f as In {marks, lock, ...} =>
          if likely (mark (marks, 0) < mark (marks, 1)) andalso likely (Lock.isFree lock) then false
          else alone (f, ends)
      val inputN = fn (f, n) => alone (f, fn f => inputN (f, n))
      val inputAll = fn f => alone (f, inputAll)
      val line = fn f => alone (f, line)
      val canInput = fn (f as In {lock, ...}, n) => Lock.try (lock, canInput) (f, n)
      val getInstream = fn f => alone (f, getInstream)
      val setInstream = fn (f, s) => alone (f, fn f => setInstream (f, s))
    end

    (* A thread that waits for input learns of it, so this does not wait for the thread. *)
    fun closeIn (f as In {fd, name, marks, other = r, ...}) =
      if functional f then #close (other r) ()
      else if mark (marks, 2) = 2 then ()
      else
        (setMark (marks, 0, 0);
         setMark (marks, 1, 0);
         setMark (marks, 2, 2);
         (if fd < 3 then !Waiting.change (fd, fn () => ()) else Waiting.close fd)
         handle e as System.Raw _ => fail (name, "closeIn", e))

    fun mkInstream s =
      In {fd = ~1, name = "<stream>", buffer = new (0, ofInt 0),
          marks = let val m = marks (3, 0) in setMark (m, 2, 3); m end,
          other = ref (SOME (otherIn s)), lock = Lock.new ()}

    fun outFile (fd, name) =
      Out {fd = fd, name = name, mark = marks (1, 0), other = ref NONE}

    fun toDescriptor (fd, name) = (setMode (fd, 2); outFile (fd, name))

    (* The descriptor of a stream; one over a reader or writer of a program's own has none. *)
    local
      fun descriptor (~1, name, function) = fail (name, function, Fail "no descriptor")
        | descriptor (fd, _, _) = fd
    in
      fun inFd (In {fd, name, ...}) = descriptor (fd, name, "inFd")
      fun outFd (Out {fd, name, ...}) = descriptor (fd, name, "outFd")
    end

    local
      fun create (name, how, function) =
        toDescriptor (openFile (name, how), name)
        handle e as System.Raw _ => fail (name, function, e)
    in
      fun openOut name = create (name, 1, "openOut")
      fun openAppend name = create (name, 2, "openAppend")
    end

    (* The stream that it writes to, unless it is closed. *)
    fun instead (Out {name, mark = m, other = r, ...}, function) =
      if mark (m, 0) = 3 then other r else fail (name, function, IO.ClosedStream)

    fun output (f as Out {fd, name, mark = m, ...}, v) =
      if mark (m, 0) = 0 then
        add (fd, v, 0, len v)
        handle e as System.Raw _ => fail (name, "output", e)
      else #output (instead (f, "output")) v

    (* Part of a vector: where it begins, and its length. *)
    fun outputPart (f as Out {fd, name, mark = m, ...}, v, i, n) =
      if mark (m, 0) = 0 then
        add (fd, v, i, n)
        handle e as System.Raw _ => fail (name, "outputSubstr", e)
      else
        let val sub = _prim "str.sub" : vector * int * int -> vector
        in #output (instead (f, "outputSubstr")) (sub (v, i, n)) end

    local
      fun slowly (f as Out {fd, name, mark = m, ...}, x) =
        if mark (m, 0) = 0 then
          (Waiting.adding fd; put1 (fd, x); Waiting.written fd)
          handle e as System.Raw _ => fail (name, "output1", e)
        else #output1 (instead (f, "output1")) x
    in
      fun output1 (f as Out {fd, mark = m, ...}, x) =
        if likely (mark (m, 0) = 0) andalso likely (add1 (fd, x)) then () else slowly (f, x)
    end

    fun flushOut (f as Out {fd, name, mark = m, ...}) =
      if mark (m, 0) = 0 then
        Waiting.flushed fd handle e as System.Raw _ => fail (name, "flushOut", e)
      else #flush (instead (f, "flushOut")) ()

    fun closeOut (f as Out {fd, name, mark = m, other = r, ...}) =
      case mark (m, 0) of
        0 =>
          (setMark (m, 0, 2);
           if fd = 1 then Stdout.elsewhere := true else ();
           (Waiting.flushed fd handle e => (shut fd; raise e); shut fd)
           handle e as System.Raw _ => fail (name, "closeOut", e))
      | 3 => #close (other r) ()
      | _ => ()

    fun mkOutstream s =
      Out {fd = ~1, name = "<stream>", mark = marks (1, 3), other = ref (SOME (otherOut s))}

    fun setOutstream (f as Out {fd, mark = m, other, ...}, s) =
      (if mark (m, 0) = 0 then flushOut f else ();
       other := SOME (otherOut s);
       setMark (m, 0, 3);
       if fd = 1 then
         (Stdout.elsewhere := true; Stdout.instead := (fn text => output (f, ofString text)))
       else ())

    fun getOutstream (f as Out {fd, name, mark = m, other = r, ...}) =
      if mark (m, 0) = 3 then #stream (other r)
      else
        let
          val closed = mark (m, 0) = 2
          val () = if closed then () else flushOut f
          val tty = System.number ("isatty", "", "", fd, 0) = 1
          val mode = if fd = 2 then IO.NO_BUF else if tty then IO.LINE_BUF else IO.BLOCK_BUF
          val s = S.mkOutstream (writer (fd, name), mode)
        in
          if closed then S.closeOut s else ();
          setOutstream (f, s);
          s
        end

    fun getPosOut f = S.getPosOut (getOutstream f)
    fun setPosOut (f, p) = setOutstream (f, S.setPosOut p)
  end
end
