(* Characters as bytes. *)

signature BYTE = sig
  (** [byteToChar b] is the character of code b. *)
  val byteToChar : Word8.word -> char
  (** [charToByte c] is the code of c. *)
  val charToByte : char -> Word8.word
  (** [bytesToString v] is the characters of these codes. *)
  val bytesToString : Word8Vector.vector -> string
  (** [stringToBytes s] is the codes of the characters. *)
  val stringToBytes : string -> Word8Vector.vector
  (** [unpackStringVec s] is the characters of these codes. *)
  val unpackStringVec : Word8VectorSlice.slice -> string
  (** [unpackString s] is the characters of these codes. *)
  val unpackString : Word8ArraySlice.slice -> string
  (** [packString (a, i, s)] puts the codes of s into a, from index i on; raises Subscript. *)
  val packString : Word8Array.array * int * Substring.substring -> unit
end

structure Byte : BYTE = struct
  val byteToChar = _prim "copy" : Word8.word -> char
  val charToByte = _prim "copy" : char -> Word8.word

  val bytesToString = _prim "copy" : Word8Vector.vector -> string
  val stringToBytes = _prim "copy" : string -> Word8Vector.vector

  local
    val ofArray = _prim "str.of.bytes" : Word8Array.array * int * int -> string
    val blit = _prim "str.blit" : string * int * Word8Array.array * int * int -> unit
  in
    fun unpackStringVec s =
      let
        val (v, i, n) = Word8VectorSlice.base s
      in
        Bytes.sub (bytesToString v, i, n)
      end

    fun unpackString s = ofArray (Word8ArraySlice.base s)

    fun packString (a, i, s) =
      let
        val (s, start, n) = Substring.base s
      in
        blit (s, start, a, i, n)
      end
  end
end
