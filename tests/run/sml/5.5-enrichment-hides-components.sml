(* Section 5.5: what the signature does not name is not seen; order does not matter. *)
signature STACK = sig
  val pop : 'a list -> ('a * 'a list) option
  val push : 'a * 'a list -> 'a list
  val empty : 'a list
end
val hidden = "outer"
structure Stack : STACK = struct
  val hidden = "inner"
  val empty = []
  fun push (x, s) = x :: s
  fun pop [] = NONE | pop (x :: s) = SOME (x, s)
end
open Stack
val () = print (hidden ^ Int.toString (#1 (valOf (pop (push (1, push (2, empty)))))) ^ "\n")
