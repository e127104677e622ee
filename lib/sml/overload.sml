(* The overloaded operators of the top-level environment. The first alternative is the default. *)

_overload + : 'a * 'a -> 'a
  as Int.+ and Word.+ and Real.+ and IntInf.+ and Word8.+
_overload - : 'a * 'a -> 'a
  as Int.- and Word.- and Real.- and IntInf.- and Word8.-
_overload * : 'a * 'a -> 'a
  as Int.* and Word.* and Real.* and IntInf.* and Word8.*
_overload div : 'a * 'a -> 'a
  as Int.div and Word.div and IntInf.div and Word8.div
_overload mod : 'a * 'a -> 'a
  as Int.mod and Word.mod and IntInf.mod and Word8.mod
_overload / : 'a * 'a -> 'a
  as Real./
_overload ~ : 'a -> 'a
  as Int.~ and Word.~ and Real.~ and IntInf.~ and Word8.~
_overload abs : 'a -> 'a
  as Int.abs and Real.abs and IntInf.abs
_overload < : 'a * 'a -> bool
  as Int.< and Word.< and Real.< and Char.< and String.< and IntInf.< and Word8.<
_overload <= : 'a * 'a -> bool
  as Int.<= and Word.<= and Real.<= and Char.<= and String.<= and IntInf.<= and Word8.<=
_overload > : 'a * 'a -> bool
  as Int.> and Word.> and Real.> and Char.> and String.> and IntInf.> and Word8.>
_overload >= : 'a * 'a -> bool
  as Int.>= and Word.>= and Real.>= and Char.>= and String.>= and IntInf.>= and Word8.>=

fun op <> (a : ''a, b) = if a = b then false else true
