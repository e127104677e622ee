(* Rules 68 and 79, section 5.7: value specifications with and, operators, polymorphic types. *)
signature OPS = sig
  val x : int and y : string
  val + : int list * int list -> int list
  val ++ : 'a list * 'a list -> 'a list
  val map : ('a -> 'b) -> 'a list -> 'b list
  val eq : ''a * ''a -> bool
end
structure Ops : OPS = struct
  val x = 1 val y = "y"
  fun op+ (a, b) = ListPair.map Int.+ (a, b)
  infix ++
  fun a ++ b = a @ b
  fun map f [] = [] | map f (h :: t) = f h :: map f t
  fun eq (a, b) = a = b
end
infix 6 ++
local open Ops in
  val l = [1, 2] + [10, 20]
  val m = ["a"] ++ ["b"]
end
val () = print (Int.toString (foldl Int.+ 0 l) ^ concat m ^ Bool.toString (Ops.eq ("a", "a")) ^ "\n")
val () = print (concat (Ops.map Int.toString (Ops.+ ([1], [2]))) ^ "\n")
