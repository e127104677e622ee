(* Basis, structures Option and Bool. *)
fun s NONE = "-" | s (SOME n) = Int.toString n
val () = print (s (Option.map (fn x => x + 1) (SOME 1)) ^ s (Option.map (fn x => x + 1) NONE) ^ s (Option.filter (fn x => x > 1) 1) ^ s (Option.filter (fn x => x > 1) 2) ^ s (Option.join (SOME (SOME 3))) ^ "\n")
val () = print (s (Option.mapPartial (fn x => if x > 0 then SOME (x * 2) else NONE) (SOME 4)) ^ s (Option.compose (fn x => x + 1, fn x => if x > 0 then SOME x else NONE) ~1) ^ Int.toString (Option.getOpt (NONE, 9)) ^ "\n")
val () = Option.app (fn n => print (Int.toString n ^ "\n")) (SOME 5)
val () = print ((Int.toString (Option.valOf NONE)) handle Option.Option => "Option\n")
val () = print (Bool.toString true ^ Bool.toString (Bool.not true) ^ (case Bool.fromString "true" of SOME b => Bool.toString b | NONE => "none") ^ "\n")
