(* Text in and out. *)

structure TextBase = struct
  structure StreamIO = struct
    structure Streams =
      KontStreamIO
        (structure PrimIO = TextPrimIO
         structure Vector = CharVector
         structure VectorSlice = CharVectorSlice
         structure Array = CharArray
         structure ArraySlice = CharArraySlice
         val someElem = #"\000"
         val get = Bytes.at
         fun isLine c = c = #"\n")
    open Streams

    fun inputLine s =
      case line s of
        NONE => NONE
      | SOME (v, s, ended) => SOME (if ended then v else CharVector.concat [v, "\n"], s)

    fun outputSubstr (s, ss) = outputSlice (s, ss)
  end

  local
    structure Prims =
      KontFilePrimIO
        (structure P = TextPrimIO
         val base = CharVectorSlice.base
         val arrayBase = CharArraySlice.base
         fun new n = CharArray.array (n, #"\000"))
    structure Files =
      KontFileIO
        (type elem = char
         type vector = string
         type reader = TextPrimIO.reader
         type writer = TextPrimIO.writer
         structure S = StreamIO
         val reader = Prims.reader
         val writer = Prims.writer)
  in
    open Files

    fun inputLine f =
      case Files.line f of
        NONE => NONE
      | SOME (v, true) => SOME v
      | SOME (v, false) => SOME (CharVector.concat [v, "\n"])

    fun outputSubstr (f, ss) =
      let val (s, i, n) = CharVectorSlice.base ss in Files.outputPart (f, s, i, n) end

    fun openString s = mkInstream (StreamIO.mkInstream (TextPrimIO.openVector "", s))

    val stdIn = fromDescriptor (0, "<stdin>")
    val stdOut = outFile (1, "<stdout>")
    val stdErr = outFile (2, "<stderr>")
  end

  fun print s = output (stdOut, s)

  fun scanStream scan f =
    case scan StreamIO.input1 (getInstream f) of
      NONE => NONE
    | SOME (x, s) => (setInstream (f, s); SOME x)
end

structure TextIO :> TEXT_IO = TextBase

(* For other files of the library: streams of descriptors. *)
structure TextFiles = struct
  type instream = TextIO.instream
  type outstream = TextIO.outstream

  local
    val seenIn = _prim "cast" : instream -> TextBase.instream
    val seenOut = _prim "cast" : outstream -> TextBase.outstream
    val hiddenIn = _prim "cast" : TextBase.instream -> instream
    val hiddenOut = _prim "cast" : TextBase.outstream -> outstream
  in
    fun inFd s = TextBase.inFd (seenIn s)
    fun outFd s = TextBase.outFd (seenOut s)
    fun fromDescriptor source = hiddenIn (TextBase.fromDescriptor source)
    fun toDescriptor target = hiddenOut (TextBase.toDescriptor target)
  end
end
