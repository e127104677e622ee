(* Continuations under SML/NJ's names. *)
structure C = SMLofNJ.Cont
fun product l = C.callcc (fn k => List.foldl (fn (0, _) => C.throw k 0 | (x, a) => x * a) 1 l)
val () = print (Int.toString (product [1, 2, 3, 4]) ^ " " ^ Int.toString (product [1, 0, 3]) ^ "\n")
val saved : int C.cont option ref = ref NONE
val count = ref 0
val n = C.callcc (fn k => (saved := SOME k; 0))
val () = count := !count + 1
val () = if n < 3 then C.throw (valOf (!saved)) (n + 1) else ()
val () = print (Int.toString n ^ Int.toString (!count) ^ "\n")
val () = (raise Fail "x") handle e => print (Int.toString (length (SMLofNJ.exnHistory e)) ^ "\n")
val s = SMLofNJ.Susp.delay (fn () => (print "once "; 42))
val () = print (Int.toString (SMLofNJ.Susp.force s + SMLofNJ.Susp.force s) ^ "\n")
