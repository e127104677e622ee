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

  fun bytesToString v =
    Bytes.tabulate (Word8Vector.length v, fn i => byteToChar (Word8Vector.sub (v, i)))

  fun stringToBytes s =
    Word8Vector.tabulate (Bytes.size s, fn i => charToByte (Bytes.at (s, i)))

  fun unpackStringVec s =
    Bytes.tabulate (Word8VectorSlice.length s, fn i => byteToChar (Word8VectorSlice.sub (s, i)))

  fun unpackString s =
    Bytes.tabulate (Word8ArraySlice.length s, fn i => byteToChar (Word8ArraySlice.sub (s, i)))

  fun packString (a, i, s) =
    let
      val (s, start, n) = Substring.base s
      fun fill k =
        if k < n then
          (Word8Array.update (a, i + k, charToByte (Bytes.at (s, start + k))); fill (k + 1))
        else ()
    in
      if i < 0 orelse i > Word8Array.length a - n then raise Subscript else fill 0
    end
end
