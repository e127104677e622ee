(* Rule 72, section 5.7: datatype t = datatype u in signatures. *)
datatype color = Red | Green of int
signature S = sig
  datatype color = datatype color
  datatype opt = datatype option
  val f : color -> int opt
end
structure A : S = struct
  datatype color = datatype color
  datatype opt = datatype option
  fun f Red = NONE | f (Green n) = SOME n
end
val () = print (Int.toString (valOf (A.f (A.Green 5))) ^ Bool.toString (A.f Red = A.NONE) ^ "\n")
structure B = struct datatype t = T of int end
functor F (X : sig datatype t = datatype B.t end) = struct fun get (X.T n) = n end
structure C = F (struct datatype t = datatype B.t end)
val () = print (Int.toString (C.get (B.T 6)) ^ "\n")
