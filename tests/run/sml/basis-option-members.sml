(* Every function of Option. *)
fun i (SOME n) = "SOME " ^ Int.toString n | i NONE = "NONE"
fun p s = print (s ^ "\n")
val () = p (Int.toString (Option.getOpt (SOME 1, 2)) ^ Int.toString (getOpt (NONE, 2)))
val () = p (Bool.toString (Option.isSome (SOME ())) ^ Bool.toString (isSome NONE))
val () = p (Int.toString (Option.valOf (SOME 5)))
val () = p (Int.toString (valOf NONE) handle Option => "Option" | Option.Option => "other")
val () = p (i (Option.filter (fn n => n > 2) 3) ^ i (Option.filter (fn n => n > 2) 1))
val () = p (i (Option.join (SOME (SOME 4))) ^ i (Option.join (SOME NONE)) ^ i (Option.join NONE))
val () = Option.app (fn s => p s) (SOME "applied")
val () = Option.app (fn s => p s) NONE
val () = p (i (Option.map (fn n => n + 1) (SOME 4)) ^ i (Option.map (fn n => n + 1) NONE))
val () = p (i (Option.mapPartial (fn n => if n > 3 then SOME n else NONE) (SOME 4)))
val () = p (i (Option.mapPartial (fn n => if n > 3 then SOME n else NONE) (SOME 1)))
val half = fn n => if n mod 2 = 0 then SOME (n div 2) else NONE
val () = p (i (Option.compose (fn n => n + 100, half) 8) ^ i (Option.compose (fn n => n + 100, half) 7))
val () = p (i (Option.composePartial (half, half) 8) ^ i (Option.composePartial (half, half) 6))
