(* Signatures that are included one after the other may specify the same abstract types, as in
   SML/NJ: these are one type. *)

signature MAKE = sig type 'a box type name val make : name * 'a -> 'a box end
signature TAKE = sig type 'a box type name val take : 'a box -> 'a val name : 'a box -> name end

signature BOX = sig
  type name
  include MAKE
  include TAKE
  val noname : name
end

functor Use (B : BOX) = struct
  (* What [make] gives, [take] takes. *)
  fun both x = B.take (B.make (B.noname, x))
  fun same x = B.make (B.name (B.make (B.noname, x)), x)
end

structure Box = struct
  type name = string
  datatype 'a box = Box of name * 'a
  fun make (name, x) = Box (name, x)
  fun take (Box (_, x)) = x
  fun name (Box (name, _)) = name
  val noname = "nameless"
end

structure Uses = Use (Box)
structure Hidden :> BOX = Box
structure Uses' = Use (Hidden)

val () = print (Int.toString (Uses.both 7) ^ "\n")
val () = print (Box.name (Uses.same 7) ^ "\n")
val () = print (Hidden.take (Uses'.same "seven") ^ "\n")
