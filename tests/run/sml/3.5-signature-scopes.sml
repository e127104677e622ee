(* Sections 3.3 and 3.5: names of signatures and functors are their own name spaces. *)
signature T = sig type T val T : T end
functor T (T : T) = struct structure T = T val T = T.T end
structure T = struct structure S = T (struct datatype T = T end) end
val x : T.S.T.T = T.S.T
fun T x = x + 1
val () = print (Int.toString (T 1) ^ "\n")
