(* Text in and out. *)

(* For other files of the library: with streams of descriptors. *)
structure TextFiles = struct
  structure StreamIO = struct
    structure Streams =
      KontStreamIO
        (structure PrimIO = TextPrimIO
         structure Vector = CharVector
         structure VectorSlice = CharVectorSlice
         structure Array = CharArray
         structure ArraySlice = CharArraySlice
         val someElem = #"\000"
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

structure TextIO :> TEXT_IO
  where type instream = TextFiles.instream
  where type outstream = TextFiles.outstream
= TextFiles
