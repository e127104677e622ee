(* The signatures of streams. *)

signature STREAM_IO = sig
  (** What is read and written. *)
  type elem
  (** Vectors of elements. *)
  type vector
  (** Streams to read from; one does not change when it is read from. *)
  type instream
  (** Streams to write to. *)
  type outstream
  (** Positions in a stream to write to. *)
  type out_pos
  (** What is read from. *)
  type reader
  (** What is written to. *)
  type writer
  (** Positions in a file. *)
  type pos

  (** [input f] is some elements, and the stream behind them; none at the end. *)
  val input : instream -> vector * instream
  (** [input1 f] is SOME of the next element and the stream behind it, or NONE at the end. *)
  val input1 : instream -> (elem * instream) option
  (** [inputN (f, n)] is the next [n] elements, fewer at the end, and the stream behind them; raises Size. *)
  val inputN : instream * int -> vector * instream
  (** [inputAll f] is all elements up to the end, and the stream behind it. *)
  val inputAll : instream -> vector * instream
  (** [canInput (f, n)] is SOME of how many of [n] elements can be read without waiting, or NONE; raises Size. *)
  val canInput : instream * int -> int option
  (** [closeIn f] closes what [f] reads from. *)
  val closeIn : instream -> unit
  (** [endOfStream f] tells whether [f] is at the end. *)
  val endOfStream : instream -> bool
  (** [output (f, v)] writes the elements of [v]. *)
  val output : outstream * vector -> unit
  (** [output1 (f, x)] writes an element. *)
  val output1 : outstream * elem -> unit
  (** [flushOut f] writes what waits to be written. *)
  val flushOut : outstream -> unit
  (** [closeOut f] writes what waits and closes what [f] writes to. *)
  val closeOut : outstream -> unit
  (** [mkInstream (rd, v)] is a stream of the elements of [v], then of those of [rd]. *)
  val mkInstream : reader * vector -> instream
  (** [getReader f] ends [f] and is its reader and the elements that were read already. *)
  val getReader : instream -> reader * vector
  (** [filePosIn f] is the position in the file that [f] is at. *)
  val filePosIn : instream -> pos
  (** [setBufferMode (f, mode)] says when [f] writes. *)
  val setBufferMode : outstream * IO.buffer_mode -> unit
  (** [getBufferMode f] says when [f] writes. *)
  val getBufferMode : outstream -> IO.buffer_mode
  (** [mkOutstream (wr, mode)] is a stream that writes to [wr]. *)
  val mkOutstream : writer * IO.buffer_mode -> outstream
  (** [getWriter f] writes what waits, ends [f] and is its writer and mode. *)
  val getWriter : outstream -> writer * IO.buffer_mode
  (** [getPosOut f] is the position that [f] is at. *)
  val getPosOut : outstream -> out_pos
  (** [setPosOut p] makes its stream write at [p] and is the stream. *)
  val setPosOut : out_pos -> outstream
  (** [filePosOut p] is [p] as a position in the file. *)
  val filePosOut : out_pos -> pos
end

signature TEXT_STREAM_IO = sig
  include STREAM_IO
    where type vector = string
    where type elem = char

  (** [inputLine f] is SOME of the next line with its end and the stream behind it, or NONE. *)
  val inputLine : instream -> (string * instream) option
  (** [outputSubstr (f, ss)] writes the characters of [ss]. *)
  val outputSubstr : outstream * CharVectorSlice.slice -> unit
end

signature IMPERATIVE_IO = sig
  (** Streams that do not change when they are read from. *)
  structure StreamIO : STREAM_IO

  (** Vectors of elements. *)
  type vector
  (** What is read and written. *)
  type elem
  (** Streams to read from. *)
  type instream
  (** Streams to write to. *)
  type outstream

  (** [input f] reads some elements; none at the end. *)
  val input : instream -> vector
  (** [input1 f] reads an element; NONE at the end. *)
  val input1 : instream -> elem option
  (** [inputN (f, n)] reads [n] elements, fewer at the end; raises Size. *)
  val inputN : instream * int -> vector
  (** [inputAll f] reads all elements up to the end. *)
  val inputAll : instream -> vector
  (** [canInput (f, n)] is SOME of how many of [n] elements can be read without waiting, or NONE; raises Size. *)
  val canInput : instream * int -> int option
  (** [lookahead f] is the next element, which stays to be read; NONE at the end. *)
  val lookahead : instream -> elem option
  (** [closeIn f] closes [f], which is at its end from then on. *)
  val closeIn : instream -> unit
  (** [endOfStream f] tells whether [f] is at the end. *)
  val endOfStream : instream -> bool
  (** [output (f, v)] writes the elements of [v]. *)
  val output : outstream * vector -> unit
  (** [output1 (f, x)] writes an element. *)
  val output1 : outstream * elem -> unit
  (** [flushOut f] writes what waits to be written. *)
  val flushOut : outstream -> unit
  (** [closeOut f] writes what waits and closes [f]. *)
  val closeOut : outstream -> unit
  (** [mkInstream s] is a stream that reads on from [s]. *)
  val mkInstream : StreamIO.instream -> instream
  (** [getInstream f] is what [f] will read. *)
  val getInstream : instream -> StreamIO.instream
  (** [setInstream (f, s)] makes [f] read on from [s]. *)
  val setInstream : instream * StreamIO.instream -> unit
  (** [mkOutstream s] is a stream that writes to [s]. *)
  val mkOutstream : StreamIO.outstream -> outstream
  (** [getOutstream f] is the stream that [f] writes to. *)
  val getOutstream : outstream -> StreamIO.outstream
  (** [setOutstream (f, s)] makes [f] write to [s]. *)
  val setOutstream : outstream * StreamIO.outstream -> unit
  (** [getPosOut f] is the position that [f] is at. *)
  val getPosOut : outstream -> StreamIO.out_pos
  (** [setPosOut (f, p)] makes [f] write at [p]. *)
  val setPosOut : outstream * StreamIO.out_pos -> unit
  sharing type vector = StreamIO.vector
  sharing type elem = StreamIO.elem
end

signature TEXT_IO = sig
  (** Streams that do not change when they are read from. *)
  structure StreamIO : TEXT_STREAM_IO
    where type reader = TextPrimIO.reader
    where type writer = TextPrimIO.writer
    where type pos = TextPrimIO.pos

  (** Vectors of elements. *)
  type vector = string
  (** What is read and written. *)
  type elem = char
  (** Streams to read from. *)
  type instream
  (** Streams to write to. *)
  type outstream

  (** [input f] reads some elements; none at the end. *)
  val input : instream -> vector
  (** [input1 f] reads an element; NONE at the end. *)
  val input1 : instream -> elem option
  (** [inputN (f, n)] reads [n] elements, fewer at the end; raises Size. *)
  val inputN : instream * int -> vector
  (** [inputAll f] reads all elements up to the end. *)
  val inputAll : instream -> vector
  (** [canInput (f, n)] is SOME of how many of [n] elements can be read without waiting, or NONE; raises Size. *)
  val canInput : instream * int -> int option
  (** [lookahead f] is the next element, which stays to be read; NONE at the end. *)
  val lookahead : instream -> elem option
  (** [closeIn f] closes [f], which is at its end from then on. *)
  val closeIn : instream -> unit
  (** [endOfStream f] tells whether [f] is at the end. *)
  val endOfStream : instream -> bool
  (** [output (f, v)] writes the elements of [v]. *)
  val output : outstream * vector -> unit
  (** [output1 (f, x)] writes an element. *)
  val output1 : outstream * elem -> unit
  (** [flushOut f] writes what waits to be written. *)
  val flushOut : outstream -> unit
  (** [closeOut f] writes what waits and closes [f]. *)
  val closeOut : outstream -> unit
  (** [mkInstream s] is a stream that reads on from [s]. *)
  val mkInstream : StreamIO.instream -> instream
  (** [getInstream f] is what [f] will read. *)
  val getInstream : instream -> StreamIO.instream
  (** [setInstream (f, s)] makes [f] read on from [s]. *)
  val setInstream : instream * StreamIO.instream -> unit
  (** [mkOutstream s] is a stream that writes to [s]. *)
  val mkOutstream : StreamIO.outstream -> outstream
  (** [getOutstream f] is the stream that [f] writes to. *)
  val getOutstream : outstream -> StreamIO.outstream
  (** [setOutstream (f, s)] makes [f] write to [s]. *)
  val setOutstream : outstream * StreamIO.outstream -> unit
  (** [getPosOut f] is the position that [f] is at. *)
  val getPosOut : outstream -> StreamIO.out_pos
  (** [setPosOut (f, p)] makes [f] write at [p]. *)
  val setPosOut : outstream * StreamIO.out_pos -> unit
  (** [inputLine f] reads a line and gives it with its end; NONE at the end. *)
  val inputLine : instream -> string option
  (** [outputSubstr (f, ss)] writes the characters of [ss]. *)
  val outputSubstr : outstream * CharVectorSlice.slice -> unit
  (** [openIn name] opens a file to read it. *)
  val openIn : string -> instream
  (** [openOut name] makes a file, empty, to write it. *)
  val openOut : string -> outstream
  (** [openAppend name] opens a file to write at its end. *)
  val openAppend : string -> outstream
  (** [openString s] is a stream of the characters of [s]. *)
  val openString : string -> instream
  (** Standard input. *)
  val stdIn : instream
  (** Standard output. *)
  val stdOut : outstream
  (** Standard error. *)
  val stdErr : outstream
  (** [print s] writes [s] to standard output. *)
  val print : string -> unit
  (** [scanStream scan f] reads with [scan], as far as it gets. *)
  val scanStream :
    ((StreamIO.instream -> (char * StreamIO.instream) option)
     -> StreamIO.instream -> ('a * StreamIO.instream) option)
    -> instream -> 'a option
end

signature BIN_IO = sig
  (** Streams that do not change when they are read from. *)
  structure StreamIO : STREAM_IO
    where type vector = Word8Vector.vector
    where type elem = word8
    where type reader = BinPrimIO.reader
    where type writer = BinPrimIO.writer
    where type pos = BinPrimIO.pos

  (** Vectors of elements. *)
  type vector = Word8Vector.vector
  (** What is read and written. *)
  type elem = word8
  (** Streams to read from. *)
  type instream
  (** Streams to write to. *)
  type outstream

  (** [input f] reads some elements; none at the end. *)
  val input : instream -> vector
  (** [input1 f] reads an element; NONE at the end. *)
  val input1 : instream -> elem option
  (** [inputN (f, n)] reads [n] elements, fewer at the end; raises Size. *)
  val inputN : instream * int -> vector
  (** [inputAll f] reads all elements up to the end. *)
  val inputAll : instream -> vector
  (** [canInput (f, n)] is SOME of how many of [n] elements can be read without waiting, or NONE; raises Size. *)
  val canInput : instream * int -> int option
  (** [lookahead f] is the next element, which stays to be read; NONE at the end. *)
  val lookahead : instream -> elem option
  (** [closeIn f] closes [f], which is at its end from then on. *)
  val closeIn : instream -> unit
  (** [endOfStream f] tells whether [f] is at the end. *)
  val endOfStream : instream -> bool
  (** [output (f, v)] writes the elements of [v]. *)
  val output : outstream * vector -> unit
  (** [output1 (f, x)] writes an element. *)
  val output1 : outstream * elem -> unit
  (** [flushOut f] writes what waits to be written. *)
  val flushOut : outstream -> unit
  (** [closeOut f] writes what waits and closes [f]. *)
  val closeOut : outstream -> unit
  (** [mkInstream s] is a stream that reads on from [s]. *)
  val mkInstream : StreamIO.instream -> instream
  (** [getInstream f] is what [f] will read. *)
  val getInstream : instream -> StreamIO.instream
  (** [setInstream (f, s)] makes [f] read on from [s]. *)
  val setInstream : instream * StreamIO.instream -> unit
  (** [mkOutstream s] is a stream that writes to [s]. *)
  val mkOutstream : StreamIO.outstream -> outstream
  (** [getOutstream f] is the stream that [f] writes to. *)
  val getOutstream : outstream -> StreamIO.outstream
  (** [setOutstream (f, s)] makes [f] write to [s]. *)
  val setOutstream : outstream * StreamIO.outstream -> unit
  (** [getPosOut f] is the position that [f] is at. *)
  val getPosOut : outstream -> StreamIO.out_pos
  (** [setPosOut (f, p)] makes [f] write at [p]. *)
  val setPosOut : outstream * StreamIO.out_pos -> unit
  (** [openIn name] opens a file to read it. *)
  val openIn : string -> instream
  (** [openOut name] makes a file, empty, to write it. *)
  val openOut : string -> outstream
  (** [openAppend name] opens a file to write at its end. *)
  val openAppend : string -> outstream
end
