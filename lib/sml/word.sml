(* Words of 64 bits. *)

signature WORD = sig
  eqtype word
  (** [wordSize] is the number of bits. *)
  val wordSize : int
  (** [toLarge w] is w with zeros before it. *)
  val toLarge : word -> WordArith.word
  (** [toLargeX w] is w with copies of its highest bit before it. *)
  val toLargeX : word -> WordArith.word
  (** [toLargeWord w] is toLarge w. *)
  val toLargeWord : word -> WordArith.word
  (** [toLargeWordX w] is toLargeX w. *)
  val toLargeWordX : word -> WordArith.word
  (** [fromLarge w] is the low bits of w. *)
  val fromLarge : WordArith.word -> word
  (** [fromLargeWord w] is the low bits of w. *)
  val fromLargeWord : WordArith.word -> word
  (** [toLargeInt w] is w as an unsigned integer. *)
  val toLargeInt : word -> intinf
  (** [toLargeIntX w] is w as a signed integer. *)
  val toLargeIntX : word -> intinf
  (** [fromLargeInt i] is the low bits of i, in two's complement. *)
  val fromLargeInt : intinf -> word
  (** [toInt w] is w as an unsigned integer; raises Overflow if it does not fit. *)
  val toInt : word -> int
  (** [toIntX w] is w as a signed integer; raises Overflow if it does not fit. *)
  val toIntX : word -> int
  (** [fromInt i] is the low bits of i, in two's complement. *)
  val fromInt : int -> word
  (** [andb (v, w)] is the bits set in both. *)
  val andb : word * word -> word
  (** [orb (v, w)] is the bits set in any. *)
  val orb : word * word -> word
  (** [xorb (v, w)] is the bits set in one only. *)
  val xorb : word * word -> word
  (** [notb w] is the bits not set in w. *)
  val notb : word -> word
  (** [<< (w, n)] is w shifted left by n bits; 0 for n of wordSize or more. *)
  val << : word * WordArith.word -> word
  (** [>> (w, n)] is w shifted right by n bits, zeros entering. *)
  val >> : word * WordArith.word -> word
  (** [~>> (w, n)] is w shifted right by n bits, copies of its highest bit entering. *)
  val ~>> : word * WordArith.word -> word
  (** [v + w] is the sum, modulo 2^wordSize. *)
  val + : word * word -> word
  (** [v - w] is the difference, modulo 2^wordSize. *)
  val - : word * word -> word
  (** [v * w] is the product, modulo 2^wordSize. *)
  val * : word * word -> word
  (** [v div w] is the quotient, unsigned; raises Div. *)
  val div : word * word -> word
  (** [v mod w] is the remainder, unsigned; raises Div. *)
  val mod : word * word -> word
  (** [compare (v, w)] is how v stands to w, unsigned. *)
  val compare : word * word -> order
  (** [v < w] is whether v is less than w, unsigned. *)
  val < : word * word -> bool
  (** [v <= w] is whether v is at most w, unsigned. *)
  val <= : word * word -> bool
  (** [v > w] is whether v is greater than w, unsigned. *)
  val > : word * word -> bool
  (** [v >= w] is whether v is at least w, unsigned. *)
  val >= : word * word -> bool
  (** [~ w] is 0 - w. *)
  val ~ : word -> word
  (** [min (v, w)] is the lesser. *)
  val min : word * word -> word
  (** [max (v, w)] is the greater. *)
  val max : word * word -> word
  (** [fmt radix w] is w in that radix, with digits 0 to 9 and A to F. *)
  val fmt : StringCvt.radix -> word -> string
  (** [toString w] is w in radix 16. *)
  val toString : word -> string
  (** [scan radix getc s] reads a word after white space, also with 0w, or 0x and 0wx in radix 16; raises Overflow. *)
  val scan : StringCvt.radix -> (char, 'a) StringCvt.reader -> (word, 'a) StringCvt.reader
  (** [fromString s] is the hexadecimal word that s begins with, after white space; raises Overflow. *)
  val fromString : string -> word option
end

structure Word = struct
  type word = word

  val wordSize = 64
  val toLarge = _prim "copy" : word -> word
  val toLargeX = toLarge
  val toLargeWord = toLarge
  val toLargeWordX = toLarge
  val fromLarge = toLarge
  val fromLargeWord = toLarge
  val toLargeInt = _prim "big.of.u64" : word -> intinf
  val toLargeIntX = _prim "big.of.i64" : word -> intinf
  val fromLargeInt = _prim "big.wrap" : intinf -> word
  val toIntX = _prim "copy" : word -> int
  val fromInt = _prim "copy" : int -> word
  fun toInt w = let val i = toIntX w in if i < 0 then raise Overflow else i end

  open WordArith

  val andb = _prim "and.i64" : word * word -> word
  val orb = _prim "or.i64" : word * word -> word
  val xorb = _prim "xor.i64" : word * word -> word
  val notb = _prim "not.i64" : word -> word
  val << = _prim "shl.i64" : word * word -> word
  val >> = _prim "lshr.i64" : word * word -> word
  val ~>> = _prim "ashr.i64" : word * word -> word
  val min = _prim "umin.i64" : word * word -> word
  val max = _prim "umax.i64" : word * word -> word

  fun compare (a, b) = if a < b then LESS else if a > b then GREATER else EQUAL

  fun fmt radix w = Digits.fmtWord (radix, w)
  fun toString w = Digits.fmtWord (StringCvt.HEX, w)
  fun scan radix getc s = Digits.scanWord (radix, getc, s)
  fun fromString s = StringCvt.scanString (scan StringCvt.HEX) s
end

structure Word : WORD where type word = word = Word
structure Word64 = Word
structure LargeWord = Word
structure SysWord = Word
