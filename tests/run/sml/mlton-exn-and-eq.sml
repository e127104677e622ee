(* MLton.Exn.addExnMessager: what exnMessage says. MLton.eq: numbers, refs and arrays have an identity. *)
exception Parse of int * string
fun p s = print (s ^ "\n")
val () = p (exnMessage (Parse (3, "x")))
val () = MLton.Exn.addExnMessager (fn Parse (line, what) => SOME ("line " ^ Int.toString line ^ ": " ^ what) | _ => NONE)
val () = p (exnMessage (Parse (3, "x")))
val () = p (exnMessage (Fail "as before"))
val () = MLton.Exn.addExnMessager (fn Parse (4, _) => SOME "four" | Fail _ => SOME "failed" | _ => NONE)
val () = app (p o exnMessage) [Parse (4, "y"), Parse (5, "y"), Fail "", Div]

fun same (x : 'a, y) = Bool.toString (MLton.eq (x, y))
val r = ref 1
val a = Array.fromList ["x"]
val () = p (same (1, 1) ^ same (1, 2) ^ same (#"a", #"a"))
val () = p (same (r, r) ^ same (r, ref 1) ^ same (a, a))
val f = fn x => x + 1
val () = if MLton.eq (f, fn x => x + 2) then p "wrong" else p "not the same"
