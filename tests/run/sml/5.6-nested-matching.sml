(* Section 5.6: matching goes into substructures, and their types are shared with the outer specification. *)
signature ORD = sig type t val less : t * t -> bool end
signature SET = sig
  structure Elem : ORD
  type set
  val empty : set
  val add : Elem.t * set -> set
  val list : set -> Elem.t list
end
structure IntSet : SET = struct
  structure Elem = struct type t = int val less = op< : int * int -> bool val unused = 1 end
  type set = int list
  val empty = []
  fun add (x, []) = [x]
    | add (x, s as y :: r) = if Elem.less (x, y) then x :: s else if Elem.less (y, x) then y :: add (x, r) else s
  fun list s = s
end
val s = foldl IntSet.add IntSet.empty [3, 1, 2, 3, 1]
val () = app (fn n => print (Int.toString n)) (IntSet.list s)
val () = print "\n"
structure Hidden :> SET where type Elem.t = string = struct
  structure Elem = struct type t = string val less = String.< end
  type set = string list
  val empty = []
  fun add (x, s) = x :: s
  fun list s = s
end
val () = print (concat (Hidden.list (Hidden.add ("a", Hidden.add ("b", Hidden.empty)))) ^ "\n")
