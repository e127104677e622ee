(* Section 4.5, rule 2: each use of a polymorphic value takes its own instance. *)
val id = fn x => x
fun const x _ = x
fun twice f = f o f
val a = id 3
val b = id "s"
val c = (id id) true
val d = twice (fn x => x * 2) 5
val e = twice (fn s => s ^ "!") "hi"
val f = const 1 "ignored" + const 2 ()
val pair = let fun dup x = (x, x) in (dup 1, dup "two") end
val nested = let val n = [] in (1 :: n, "a" :: n) end
val () = print (Int.toString (a + d + f) ^ b ^ e ^ Bool.toString c ^ "\n")
val () = print (Int.toString (#1 (#1 pair)) ^ #2 (#2 pair) ^ Int.toString (length (#1 nested) + length (#2 nested)) ^ "\n")
val l = twice twice twice (fn n => n + 1) 0
val () = print (Int.toString l ^ "\n")
