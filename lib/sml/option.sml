(* Values that may be missing. *)

structure Option = struct
  datatype 'a option = NONE | SOME of 'a

  exception Option

  fun getOpt (SOME x, _) = x
    | getOpt (NONE, d) = d

  fun isSome (SOME _) = true
    | isSome NONE = false

  fun valOf (SOME x) = x
    | valOf NONE = raise Option

  fun filter f x = if f x then SOME x else NONE

  fun join (SOME x) = x
    | join NONE = NONE

  fun app f (SOME x) = f x
    | app f NONE = ()

  fun map f (SOME x) = SOME (f x)
    | map f NONE = NONE

  fun mapPartial f (SOME x) = f x
    | mapPartial f NONE = NONE

  fun compose (f, g) x = map f (g x)
  fun composePartial (f, g) x = mapPartial f (g x)
end
