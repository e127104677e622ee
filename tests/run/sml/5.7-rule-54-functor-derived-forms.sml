(* Rules 54 and 86, Appendix A: functor arguments as specifications, applications to declarations. *)
functor F (type t val x : t val f : t -> t) = struct val y = f (f x) end
structure A = F (type t = int val x = 1 fun f n = n * 3)
structure B = F (struct type t = string val x = "a" fun f s = s ^ "b" end)
val () = print (Int.toString A.y ^ B.y ^ "\n")
functor G () = struct val () = print "G" val z = 7 end
structure C = G ()
structure D = G (struct end)
val () = print (Int.toString (C.z + D.z) ^ "\n")
functor H (structure S : sig type t val v : t end val show : S.t -> string) = struct fun go () = show S.v end
structure E = H (structure S = struct type t = int val v = 8 end val show = Int.toString)
val () = print (E.go () ^ "\n")
functor I (datatype d = P | Q of int exception X of d) = struct fun go () = (raise X (Q 9)) handle X (Q n) => n | X P => 0 end
structure K = I (datatype d = P | Q of int exception X of d)
val () = print (Int.toString (K.go ()) ^ "\n")
