(* Rules 87 to 89, section 5.7: structures, signatures, functors and core declarations in any order at the top level. *)
val a = 1
signature S = sig val n : int end
structure A : S = struct val n = a + 1 end
fun f x = x + A.n
functor F (X : S) : S = struct val n = f X.n end
structure B = F (A)
datatype t = T of int
functor G (X : S) = struct val t = T (X.n + B.n) end
structure C = G (B)
val T n = C.t
infix 6 plus
fun x plus y = x + y
val () = print (Int.toString (n plus a) ^ "\n")
exception E
structure D = struct exception E = E fun go () = raise E end
val () = D.go () handle E => print "E\n"
