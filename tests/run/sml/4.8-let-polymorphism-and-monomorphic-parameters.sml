(* Section 4.8: let-bound functions are polymorphic, lambda-bound ones are not; variables of the context stay free. *)
fun f x =
  let
    fun pairWith y = (x, y)     (* polymorphic in y only *)
    val p = pairWith 1
    val q = pairWith "s"
  in
    (p, q)
  end
val ((a, b), (c, d)) = f true
val ((e, _), _) = f [1]
val () = print (Bool.toString (a andalso c) ^ Int.toString (b + hd e) ^ d ^ "\n")
fun apply (g, x) = g x
val () = print (apply (Int.toString, 3) ^ apply (fn s => s, "t") ^ "\n")
fun church f = let fun zero f x = x fun succ n f x = f (n f x) in succ (succ (succ zero)) f end
val () = print (Int.toString (church (fn n => n + 1) 0) ^ "\n")
