(* The overloaded operators of the top-level environment. The first alternative is the default. *)

_overload + : 'a * 'a -> 'a
  as IntArith.+ and WordArith.+ and RealArith.+ and IntInfArith.+ and Word8Arith.+ and Int8Arith.+
  and Int16Arith.+ and Int32Arith.+ and Word16Arith.+ and Word32Arith.+ and Real32Arith.+
_overload - : 'a * 'a -> 'a
  as IntArith.- and WordArith.- and RealArith.- and IntInfArith.- and Word8Arith.- and Int8Arith.-
  and Int16Arith.- and Int32Arith.- and Word16Arith.- and Word32Arith.- and Real32Arith.-
_overload * : 'a * 'a -> 'a
  as IntArith.* and WordArith.* and RealArith.* and IntInfArith.* and Word8Arith.* and Int8Arith.*
  and Int16Arith.* and Int32Arith.* and Word16Arith.* and Word32Arith.* and Real32Arith.*
_overload div : 'a * 'a -> 'a
  as IntArith.div and WordArith.div and IntInfArith.div and Word8Arith.div and Int8Arith.div
  and Int16Arith.div and Int32Arith.div and Word16Arith.div and Word32Arith.div
_overload mod : 'a * 'a -> 'a
  as IntArith.mod and WordArith.mod and IntInfArith.mod and Word8Arith.mod and Int8Arith.mod
  and Int16Arith.mod and Int32Arith.mod and Word16Arith.mod and Word32Arith.mod
_overload / : 'a * 'a -> 'a
  as RealArith./ and Real32Arith./
_overload ~ : 'a -> 'a
  as IntArith.~ and WordArith.~ and RealArith.~ and IntInfArith.~ and Word8Arith.~ and Int8Arith.~
  and Int16Arith.~ and Int32Arith.~ and Word16Arith.~ and Word32Arith.~ and Real32Arith.~
_overload abs : 'a -> 'a
  as IntArith.abs and RealArith.abs and IntInfArith.abs and Int8Arith.abs and Int16Arith.abs
  and Int32Arith.abs and Real32Arith.abs
_overload < : 'a * 'a -> bool
  as IntArith.< and WordArith.< and RealArith.< and CharArith.< and StringArith.<
  and IntInfArith.< and Word8Arith.< and Int8Arith.< and Int16Arith.< and Int32Arith.<
  and Word16Arith.< and Word32Arith.< and Real32Arith.<
_overload <= : 'a * 'a -> bool
  as IntArith.<= and WordArith.<= and RealArith.<= and CharArith.<= and StringArith.<=
  and IntInfArith.<= and Word8Arith.<= and Int8Arith.<= and Int16Arith.<= and Int32Arith.<=
  and Word16Arith.<= and Word32Arith.<= and Real32Arith.<=
_overload > : 'a * 'a -> bool
  as IntArith.> and WordArith.> and RealArith.> and CharArith.> and StringArith.>
  and IntInfArith.> and Word8Arith.> and Int8Arith.> and Int16Arith.> and Int32Arith.>
  and Word16Arith.> and Word32Arith.> and Real32Arith.>
_overload >= : 'a * 'a -> bool
  as IntArith.>= and WordArith.>= and RealArith.>= and CharArith.>= and StringArith.>=
  and IntInfArith.>= and Word8Arith.>= and Int8Arith.>= and Int16Arith.>= and Int32Arith.>=
  and Word16Arith.>= and Word32Arith.>= and Real32Arith.>=

fun op <> (a : ''a, b) = if a = b then false else true
