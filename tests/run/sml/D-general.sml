(* Appendix D: functions of the top level: composition, before, ignore, options, exceptions. *)
val f = Int.toString o (fn x => x + 1) o size
val () = print (f "abc" ^ "\n")
val x = (print "first "; 1) before print "second\n"
val () = ignore (print "ignored\n"; 5)
val () = print (Int.toString (getOpt (SOME 1, 2) + getOpt (NONE, 20) + valOf (SOME 300)) ^ Bool.toString (isSome (SOME ())) ^ Bool.toString (isSome NONE) ^ "\n")
exception E of int * string
val () = print (exnName (E (1, "x")) ^ exnName Div ^ exnName (Fail "y") ^ "\n")
val () = print (Bool.toString (not true) ^ Bool.toString (not false) ^ "\n")
val () = print (Int.toString (floor 2.7) ^ Int.toString (floor ~2.7) ^ Int.toString (ceil 2.1) ^ Int.toString (ceil ~2.1) ^ Int.toString (trunc ~2.7) ^ Int.toString (round 2.5) ^ Int.toString (round 3.5) ^ Int.toString (round ~2.6) ^ "\n")
val () = print (Real.toString (real 3) ^ str #"c" ^ Int.toString (ord #"a") ^ str (chr 98) ^ "\n")
