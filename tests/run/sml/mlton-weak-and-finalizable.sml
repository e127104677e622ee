(* MLton.Weak and MLton.Finalizable, as far as it does not depend on when a collection is. *)
fun p s = print (s ^ "\n")
structure W = MLton.Weak
structure F = MLton.Finalizable

(* What is still used is there; numbers are no objects. *)
val r = ref 5
val w = W.new r
val () = p (Bool.toString (isSome (W.get (W.new 13))) ^ Bool.toString (isSome (W.get (W.new 1.5))) ^ Bool.toString (isSome (W.get (W.new #"c"))))
val () = MLton.GC.collect ()
val () = p (case W.get w of SOME s => (s := 6; Bool.toString (s = r)) | NONE => "gone")
val () = p (Int.toString (!r))
val a = Array.fromList ["x", "y"]
val wa = W.new a
val () = p (case W.get wa of SOME b => Array.sub (b, 1) | NONE => "gone")
val () = Array.update (a, 1, "z")
val () = p (Array.sub (a, 1))

(* What is never reached again may be there or not, but is itself. *)
fun make () = W.new (ref 7)
val v = make ()
val () = MLton.GC.collect ()
val () = p (case W.get v of NONE => "referent or nothing" | SOME (ref 7) => "referent or nothing" | SOME _ => "another")

(* Finalisers run after the last use, at the end of the program at the latest. *)
fun finalizable name = let val f = F.new name in F.addFinalizer (f, fn s => p (s ^ " finalised")); f end
val first = finalizable "first"
val second = finalizable "second"
val () = F.finalizeBefore (first, second)
val () = F.addFinalizer (first, fn s => p (s ^ " before its other finaliser"))
val () = p (F.withValue (first, fn s => (MLton.GC.collect (); s ^ " used")))
val () = (F.withValue (first, fn _ => raise Fail "out of it")) handle Fail s => p s
val () = (F.touch second; F.touch first)
val () = p "end"
val sw = SMLofNJ.Weak.weak r
val () = p (case SMLofNJ.Weak.strong sw of SOME s => Bool.toString (s = r) | NONE => "gone")
