(* Reading and writing as POSIX has it. *)

signature POSIX_IO = sig
  (** Open files. *)
  eqtype file_desc
  (** Processes. *)
  eqtype pid

  (** [pipe ()] is a new pipe's two ends. *)
  val pipe : unit -> {infd : file_desc, outfd : file_desc}
  (** [dup fd] is another descriptor of the same file. *)
  val dup : file_desc -> file_desc
  (** [dup2 {old, new}] makes [new] a descriptor of the same file as [old]. *)
  val dup2 : {old : file_desc, new : file_desc} -> unit
  (** [close fd] closes a descriptor. *)
  val close : file_desc -> unit
  (** [readVec (fd, n)] reads at most [n] bytes; none at the end. *)
  val readVec : file_desc * int -> Word8Vector.vector
  (** [readArr (fd, sl)] reads into a slice and gives how many bytes; 0 at the end. *)
  val readArr : file_desc * Word8ArraySlice.slice -> int
  (** [writeVec (fd, sl)] writes and gives how many bytes. *)
  val writeVec : file_desc * Word8VectorSlice.slice -> int
  (** [writeArr (fd, sl)] writes and gives how many bytes. *)
  val writeArr : file_desc * Word8ArraySlice.slice -> int

  (** What an offset is counted from. *)
  datatype whence = SEEK_SET | SEEK_CUR | SEEK_END
  (** [lseek (fd, n, w)] moves the position and gives the new one. *)
  val lseek : file_desc * int * whence -> int
  (** [fsync fd] waits until all is on the disk. *)
  val fsync : file_desc -> unit

  (** [mkBinReader parts] is a reader of bytes of a descriptor. *)
  val mkBinReader : {fd : file_desc, name : string, initBlkMode : bool} -> BinPrimIO.reader
  (** [mkTextReader parts] is a reader of characters of a descriptor. *)
  val mkTextReader : {fd : file_desc, name : string, initBlkMode : bool} -> TextPrimIO.reader
  (** [mkBinWriter parts] is a writer of bytes to a descriptor. *)
  val mkBinWriter :
    {fd : file_desc, name : string, appendMode : bool, initBlkMode : bool, chunkSize : int}
    -> BinPrimIO.writer
  (** [mkTextWriter parts] is a writer of characters to a descriptor. *)
  val mkTextWriter :
    {fd : file_desc, name : string, appendMode : bool, initBlkMode : bool, chunkSize : int}
    -> TextPrimIO.writer
end

structure PosixIO = struct
  type file_desc = int
  type pid = int

  datatype whence = SEEK_SET | SEEK_CUR | SEEK_END

  local
    val read = _prim "io.read" : int * word8 array * int * int -> int
    val write = _prim "io.write" : int * word8 array * int * int -> int
    val writeStr = _prim "io.write.str" : int * Word8Vector.vector * int * int -> int
    val part = _prim "str.of.bytes" : word8 array * int * int -> Word8Vector.vector
    val seek = _prim "io.seek" : int * int * int -> int
    fun may f x = f x handle e as System.Raw _ => raise System.visible e
    fun always () = true
    fun into (fd, a, i, n) = may Waiting.input (fd, always, fn () => read (fd, a, i, n))
    fun from (fd, f, i, n) = may Waiting.output (fd, always, f, i, n)

    structure Text =
      KontFilePrimIO
        (structure P = TextPrimIO
         val base = CharVectorSlice.base
         val arrayBase = CharArraySlice.base
         fun new n = CharArray.array (n, #"\000"))
    structure Bin =
      KontFilePrimIO
        (structure P = BinPrimIO
         val base = Word8VectorSlice.base
         val arrayBase = Word8ArraySlice.base
         fun new n = Word8Array.array (n, 0w0))
  in
    fun pipe () =
      let val s = System.text ("pipe", "", "", 0, 0)
      in {infd = System.packed (s, 0), outfd = System.packed (s, 1)} end
    fun dup fd = System.number ("dup", "", "", fd, 0)
    fun dup2 {old, new} =
      !Waiting.change (new, fn () => System.run ("dup2", "", "", old, new))
    fun close fd = may Waiting.close fd
    fun readVec (fd, n) =
      if n < 0 then raise Size
      else
        let
          val n = System.room n
          val a = Word8Array.array (n, 0w0)
        in
          part (a, 0, into (fd, a, 0, n))
        end
    fun readArr (fd, sl) =
      let val (a, i, n) = Word8ArraySlice.base sl in into (fd, a, i, n) end
    fun writeVec (fd, sl) =
      let val (v, i, n) = Word8VectorSlice.base sl
      in from (fd, fn (i, n) => writeStr (fd, v, i, n), i, n) end
    fun writeArr (fd, sl) =
      let val (a, i, n) = Word8ArraySlice.base sl
      in from (fd, fn (i, n) => write (fd, a, i, n), i, n) end

    fun lseek (fd, n, SEEK_SET) = may seek (fd, n, 0)
      | lseek (fd, n, SEEK_CUR) = may seek (fd, n, 1)
      | lseek (fd, n, SEEK_END) = may seek (fd, n, 2)
    fun fsync fd = System.run ("fsync", "", "", fd, 0)

    fun mkBinReader {fd, name, initBlkMode = _ : bool} = Bin.reader (fd, name)
    fun mkTextReader {fd, name, initBlkMode = _ : bool} = Text.reader (fd, name)
    fun mkBinWriter {fd, name, appendMode = _ : bool, initBlkMode = _ : bool, chunkSize = _ : int} =
      Bin.writer (fd, name)
    fun mkTextWriter {fd, name, appendMode = _ : bool, initBlkMode = _ : bool, chunkSize = _ : int} =
      Text.writer (fd, name)
  end
end
