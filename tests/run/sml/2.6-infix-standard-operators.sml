(* Section 2.6, Appendix C: precedences of the operators of the top level. *)
fun p b = print (if b then "t" else "f")
val () = p (1 + 2 * 3 = 7)
val () = p (10 - 3 - 2 = 5)
val () = p (100 div 7 mod 4 * 2 = 4)
val () = p (1 :: 2 :: [] @ [3] = [1, 2, 3])
val () = p ("a" ^ "b" ^ "c" = "abc")
val () = p (2 * 3 < 3 + 4)
val () = p (not (1 = 2) = true)
val () = p (((fn x => x + 1) o (fn x => x * 2)) 5 = 11)
val () = p ((1 + 2 before ()) = 3)
val r = ref 0
val () = r := 1 + 2 * 3
val () = p (!r = 7)
val () = p ("x" ^ "y" < "x" ^ "z" andalso [1] @ [2] <> [2] @ [1])
val () = p (~ 3 + 5 = 2)
val () = print "\n"
