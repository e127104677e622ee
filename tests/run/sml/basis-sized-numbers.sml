(* Integers and words of sizes that no machine has: overloaded, in range, converted. *)
fun p s = print (s ^ "\n")
fun try f = p (f () handle Overflow => "Overflow" | Div => "Div")

(* Literals and operators are overloaded at them. *)
fun fact (n : Int13.int) : Int13.int = if n <= 1 then 1 else n * fact (n - 1)
val () = try (fn () => Int13.toString (fact 6))
val () = try (fn () => Int13.toString (fact 7))
val () = try (fn () => Int5.toString (~ (valOf Int5.minInt)))
val () = try (fn () => Int5.toString (abs 15 + ~16))
val () = try (fn () => Int5.toString (Int5.fromInt 16))
val () = try (fn () => Int31.toString (~7 div 2) ^ Int31.toString (Int31.quot (~7, 2)))
val () = try (fn () => Int31.toString (Int31.fromLarge 1073741824))
val () = try (fn () => Int7.toString (1 mod 0))
val () = p (Int.toString (valOf Int2.precision) ^ Int2.toString (valOf Int2.minInt) ^ Int2.toString (valOf Int2.maxInt))
val () = p (case Int20.fromString "~524288" of SOME i => Int20.toString i | NONE => "NONE")
val () = try (fn () => case Int20.fromString "524288" of SOME i => Int20.toString i | NONE => "NONE")
val () = p (Bool.toString (Int4.sameSign (3, ~3) orelse Int4.compare (3, ~3) = LESS))

fun wrapped (w : Word5.word) = w * 0w3 + 0w1
val () = p (String.concatWith " " (map (Word5.toString o wrapped) [0w0, 0w5, 0w10, 0w31]))
val () = p (Word5.toString (Word5.notb 0w5) ^ " " ^ Word5.toString (Word5.<< (0w9, 0w2)) ^ " " ^ Word5.toString (Word5.~>> (0wx10, 0w2)) ^ " " ^ Word5.toString (Word5.>> (0wx10, 0w2)))
val () = p (Int.toString (Word9.toIntX 0wx1ff) ^ " " ^ Int.toString (Word9.toInt 0wx1ff) ^ " " ^ Word9.toString (Word9.fromInt ~2))
val () = p (Word17.fmt StringCvt.DEC (Word17.fromLargeInt ~1) ^ " " ^ LargeInt.toString (Word17.toLargeIntX (~ 0w1)))
val () = try (fn () => Word3.toString (valOf (Word3.fromString "8")))
val () = p (case 0w3 + 0w6 : Word3.word of 0w0 => "zero" | 0w1 => "one" | _ => "more")

functor Sum (W : WORD) = struct
  val all = Vector.foldl W.+ (W.fromInt 0) (Vector.tabulate (100, W.fromInt))
  val () = p (Int.toString W.wordSize ^ ":" ^ W.toString all)
end
structure A = Sum (Word1)
structure B = Sum (Word11)
structure C = Sum (Word30)
