(* SML/NJ's constraint of a whole structure: all open types of one are those of another. *)

signature KEY = sig type t val compare : t * t -> order end
signature DICT = sig
  structure Key : KEY
  type 'a dict
  val single : Key.t * 'a -> 'a dict
  val find : 'a dict * Key.t -> 'a option
end

functor Dict (Key : KEY) :> DICT where Key = Key = struct
  structure Key = Key
  type 'a dict = Key.t * 'a
  fun single pair = pair
  fun find ((k, x), l) = if Key.compare (k, l) = EQUAL then SOME x else NONE
end

structure IntKey = struct type t = int val compare = Int.compare end
structure D = Dict (IntKey)
val () = print (valOf (D.find (D.single (3, "three\n"), 3)))

(* In a structure of a structure, with datatypes, and beside `where type`. *)
signature DEEP = sig structure A : sig structure B : sig type t datatype d = D of t end type u end val x : A.B.d val y : A.u end
structure Fixed = struct type t = string datatype d = D of t val other = 1 end
structure Deep :> DEEP where A.B = Fixed and type A.u = int = struct
  structure A = struct structure B = Fixed type u = int end
  val x = Fixed.D "deep"
  val y = 4
end
val Fixed.D text = Deep.x
val () = print (text ^ Int.toString (Deep.y + Fixed.other) ^ "\n")
