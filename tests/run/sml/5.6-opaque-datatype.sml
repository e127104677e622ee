(* Section 5.6: a datatype specified as a datatype keeps its constructors under :>, specified as a type it loses them. *)
structure A :> sig datatype t = X | Y of int val default : t end = struct datatype t = X | Y of int val default = Y 5 end
structure B :> sig type t val x : t val y : int -> t val show : t -> string end =
  struct datatype t = X | Y of int val x = X val y = Y fun show X = "X" | show (Y n) = "Y" ^ Int.toString n end
val () = print (case A.default of A.X => "X" | A.Y n => "Y" ^ Int.toString n)
val () = print (B.show B.x ^ B.show (B.y 6) ^ "\n")
