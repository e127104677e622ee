(* Section 5.2: each datatype declaration makes a new type; names may repeat. *)
datatype t = A of int
val x = A 1
fun old (A n) = n
datatype t = A of string
val y = A "new"
fun new (A s) = s
val () = print (Int.toString (old x) ^ new y ^ "\n")
structure S1 = struct datatype t = A val f = fn A => "S1.A" end
structure S2 = struct datatype t = A val f = fn A => "S2.A" end
val () = print (S1.f S1.A ^ S2.f S2.A ^ "\n")
