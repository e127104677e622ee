(* Rule 41, section 4.10: the argument's pattern has another type. *)
datatype t = A of int * int
fun f (A (x, y, z)) = x (* ERROR *)
