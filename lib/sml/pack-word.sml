(* Words as bytes. *)

signature PACK_WORD = sig
  (** [bytesPerElem] is the number of bytes of a word. *)
  val bytesPerElem : int
  (** [isBigEndian] is whether the highest byte comes first. *)
  val isBigEndian : bool
  (** [subVec (v, i)] is the word of the bytes from i * bytesPerElem on, unsigned; raises Subscript. *)
  val subVec : Word8Vector.vector * int -> LargeWord.word
  (** [subVecX (v, i)] is the word of the bytes from i * bytesPerElem on, signed; raises Subscript. *)
  val subVecX : Word8Vector.vector * int -> LargeWord.word
  (** [subArr (a, i)] is the word of the bytes from i * bytesPerElem on, unsigned; raises Subscript. *)
  val subArr : Word8Array.array * int -> LargeWord.word
  (** [subArrX (a, i)] is the word of the bytes from i * bytesPerElem on, signed; raises Subscript. *)
  val subArrX : Word8Array.array * int -> LargeWord.word
  (** [update (a, i, w)] puts the low bytes of w from i * bytesPerElem on; raises Subscript. *)
  val update : Word8Array.array * int * LargeWord.word -> unit
end

functor KontPackWord (val bytes : int val big : bool) : PACK_WORD = struct
  val bytesPerElem = bytes
  val isBigEndian = big

  (* The index of the first byte; raises Subscript. *)
  fun first (i, length) =
    if i < 0 orelse i >= length div bytes then raise Subscript else i * bytes

  fun read (byte, start) =
    let
      fun more (k, w) =
        if k = bytes then w
        else
          let
            val b = Word8.toLarge (byte (start + (if big then k else bytes - 1 - k)))
          in
            more (k + 1, Word.orb (Word.<< (w, 0w8), b))
          end
    in
      more (0, 0w0)
    end

  fun extend w =
    let
      val unused = Word.fromInt (64 - 8 * bytes)
    in
      Word.~>> (Word.<< (w, unused), unused)
    end

  fun subVec (v, i) = read (fn k => Word8Vector.sub (v, k), first (i, Word8Vector.length v))
  fun subArr (a, i) = read (fn k => Word8Array.sub (a, k), first (i, Word8Array.length a))
  fun subVecX (v, i) = extend (subVec (v, i))
  fun subArrX (a, i) = extend (subArr (a, i))

  fun update (a, i, w) =
    let
      val start = first (i, Word8Array.length a)
      fun write (k, w) =
        if k = bytes then ()
        else
          (Word8Array.update (a, start + (if big then bytes - 1 - k else k), Word8.fromLarge w);
           write (k + 1, Word.>> (w, 0w8)))
    in
      write (0, w)
    end
end

structure PackWord8Big = KontPackWord (val bytes = 1 val big = true)
structure PackWord8Little = KontPackWord (val bytes = 1 val big = false)
structure PackWord16Big = KontPackWord (val bytes = 2 val big = true)
structure PackWord16Little = KontPackWord (val bytes = 2 val big = false)
structure PackWord32Big = KontPackWord (val bytes = 4 val big = true)
structure PackWord32Little = KontPackWord (val bytes = 4 val big = false)
structure PackWord64Big = KontPackWord (val bytes = 8 val big = true)
structure PackWord64Little = KontPackWord (val bytes = 8 val big = false)
