(* The operator is one in every file of the group that needs the structure. *)
infix 6 plus
structure Start = struct
  val offset = 10
  val numbers = [1, 2, 3]
  datatype sum = plus of int * int
end
