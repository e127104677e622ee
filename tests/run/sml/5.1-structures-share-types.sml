(* Section 5.1: a type keeps its identity through every structure that carries it. *)
structure A = struct datatype t = T of int type u = t list end
structure B = struct open A val x = T 1 end
structure C = struct structure A = A type v = A.t end
structure D = C.A
val f : A.t -> int = fn D.T n => n
val l : B.u = [B.x, A.T 2, C.A.T 3]
val () = print (Int.toString (foldl op+ 0 (map f l)) ^ "\n")
val v : C.v = D.T 4
val () = print (Int.toString (f v) ^ "\n")
