(* Streams that change when they are read from, over those that do not. *)

functor ImperativeIO
  (structure StreamIO : STREAM_IO
   structure Vector : MONO_VECTOR
   structure Array : MONO_ARRAY
   sharing type StreamIO.elem = Vector.elem = Array.elem
   sharing type StreamIO.vector = Vector.vector = Array.vector) :> IMPERATIVE_IO
  where type StreamIO.elem = StreamIO.elem
  where type StreamIO.vector = StreamIO.vector
  where type StreamIO.instream = StreamIO.instream
  where type StreamIO.outstream = StreamIO.outstream
  where type StreamIO.out_pos = StreamIO.out_pos
  where type StreamIO.reader = StreamIO.reader
  where type StreamIO.writer = StreamIO.writer
  where type StreamIO.pos = StreamIO.pos
= struct
  structure StreamIO = StreamIO
  structure S = StreamIO

  type vector = S.vector
  type elem = S.elem
  datatype instream = In of S.instream ref
  datatype outstream = Out of S.outstream ref

  fun step (In s, (x, next)) = (s := next; x)

  fun input (f as In s) = step (f, S.input (!s))
  fun input1 (In s) = Option.map (fn (x, next) => (s := next; x)) (S.input1 (!s))
  fun inputN (f as In s, n) = step (f, S.inputN (!s, n))
  fun inputAll (f as In s) = step (f, S.inputAll (!s))
  fun canInput (In s, n) = S.canInput (!s, n)
  fun lookahead (In s) = Option.map (fn (x, _) => x) (S.input1 (!s))
  fun closeIn (In s) = S.closeIn (!s)
  fun endOfStream (In s) = S.endOfStream (!s)
  fun output (Out s, v) = S.output (!s, v)
  fun output1 (Out s, x) = S.output1 (!s, x)
  fun flushOut (Out s) = S.flushOut (!s)
  fun closeOut (Out s) = S.closeOut (!s)
  fun mkInstream s = In (ref s)
  fun getInstream (In s) = !s
  fun setInstream (In s, s') = s := s'
  fun mkOutstream s = Out (ref s)
  fun getOutstream (Out s) = !s
  fun setOutstream (Out s, s') = s := s'
  fun getPosOut (Out s) = S.getPosOut (!s)
  fun setPosOut (Out s, p) = s := S.setPosOut p
end
