(* Integers of 64 bits. *)

signature INTEGER = sig
  eqtype int
  (** [toLarge i] is i without limit. *)
  val toLarge : int -> intinf
  (** [fromLarge i] is i; raises Overflow if it does not fit. *)
  val fromLarge : intinf -> int
  (** [toInt i] is i as an Int.int; raises Overflow if it does not fit. *)
  val toInt : int -> IntArith.int
  (** [fromInt i] is i; raises Overflow if it does not fit. *)
  val fromInt : IntArith.int -> int
  (** [precision] is the number of bits, NONE for no limit. *)
  val precision : IntArith.int option
  (** [minInt] is the least integer, NONE for no limit. *)
  val minInt : int option
  (** [maxInt] is the greatest integer, NONE for no limit. *)
  val maxInt : int option
  (** [i + j] is the sum; raises Overflow. *)
  val + : int * int -> int
  (** [i - j] is the difference; raises Overflow. *)
  val - : int * int -> int
  (** [i * j] is the product; raises Overflow. *)
  val * : int * int -> int
  (** [i div j] is the quotient, rounded down; raises Div, Overflow. *)
  val div : int * int -> int
  (** [i mod j] is the remainder of div, with the sign of j; raises Div. *)
  val mod : int * int -> int
  (** [quot (i, j)] is the quotient, rounded to zero; raises Div, Overflow. *)
  val quot : int * int -> int
  (** [rem (i, j)] is the remainder of quot, with the sign of i; raises Div. *)
  val rem : int * int -> int
  (** [compare (i, j)] is how i stands to j. *)
  val compare : int * int -> order
  (** [i < j] is whether i is less than j. *)
  val < : int * int -> bool
  (** [i <= j] is whether i is at most j. *)
  val <= : int * int -> bool
  (** [i > j] is whether i is greater than j. *)
  val > : int * int -> bool
  (** [i >= j] is whether i is at least j. *)
  val >= : int * int -> bool
  (** [~ i] is minus i; raises Overflow. *)
  val ~ : int -> int
  (** [abs i] is i without its sign; raises Overflow. *)
  val abs : int -> int
  (** [min (i, j)] is the lesser. *)
  val min : int * int -> int
  (** [max (i, j)] is the greater. *)
  val max : int * int -> int
  (** [sign i] is ~1, 0 or 1. *)
  val sign : int -> IntArith.int
  (** [sameSign (i, j)] is whether sign i = sign j. *)
  val sameSign : int * int -> bool
  (** [fmt radix i] is i in that radix, with digits 0 to 9 and A to F. *)
  val fmt : StringCvt.radix -> int -> string
  (** [toString i] is i in decimal. *)
  val toString : int -> string
  (** [scan radix getc s] reads an integer (sign +, ~ or -) after white space; raises Overflow. *)
  val scan : StringCvt.radix -> (char, 'a) StringCvt.reader -> (int, 'a) StringCvt.reader
  (** [fromString s] is the decimal integer that s begins with, after white space; raises Overflow. *)
  val fromString : string -> int option
end

structure Int = struct
  type int = int
  open IntArith

  val quot = _prim "squot.i64" : int * int -> int
  val rem = _prim "rem.i64" : int * int -> int
  val min = _prim "smin.i64" : int * int -> int
  val max = _prim "smax.i64" : int * int -> int
  val toLarge = _prim "big.of.i64" : int -> intinf
  val fromLarge = _prim "big.to.i64" : intinf -> int
  val toInt = _prim "copy" : int -> int
  val fromInt = _prim "copy" : int -> int
  val precision = SOME 64
  val minInt = SOME ~0x8000000000000000
  val maxInt = SOME 0x7fffffffffffffff

  fun compare (a, b) = if a < b then LESS else if a > b then GREATER else EQUAL
  fun sign i = if i < 0 then ~1 else if i > 0 then 1 else 0
  fun sameSign (i, j) = sign i = sign j

  fun fmt radix i = Digits.fmtSigned (radix, i)
  fun toString i = Digits.decimal i
  fun scan radix getc s = Digits.scanSigned (radix, getc, s)
  fun fromString s = Digits.fromDecimal s
end

structure Int : INTEGER where type int = int = Int
structure Int64 = Int
structure FixedInt = Int
structure Position = Int
