(* Section 6.5: int arithmetic beyond 64 bits raises Overflow; words wrap. *)
fun try (name, f) = print (name ^ " " ^ (Int.toString (f ()) handle e => exnName e) ^ "\n")
val max = valOf Int.maxInt
val min = valOf Int.minInt
val () = app try
  [("max", fn () => max), ("min", fn () => min), ("max+1", fn () => max + 1), ("min-1", fn () => min - 1),
   ("max*2", fn () => max * 2), ("~min", fn () => ~min), ("abs min", fn () => abs min), ("min div ~1", fn () => min div ~1),
   ("min mod ~1", fn () => min mod ~1), ("min quot ~1", fn () => Int.quot (min, ~1)), ("max+min", fn () => max + min),
   ("square", fn () => 3037000500 * 3037000500), ("below", fn () => 3037000499 * 3037000499),
   ("literal", fn () => 9223372036854775807 - 1), ("negative", fn () => ~9223372036854775808 + 1),
   ("hex", fn () => 0x7FFFFFFFFFFFFFFF), ("floor", fn () => floor 1E19), ("floor fits", fn () => floor 4611686018427387904.0)]
val () = print (Word.toString (0wxFFFFFFFFFFFFFFFF + 0w2) ^ " " ^ Word.toString (0w0 - 0w1) ^ " " ^ Int.toString Word.wordSize ^ "\n")
val () = print (Int.toString (valOf Int.precision) ^ " " ^ Word.toString (Word.~ 0w1) ^ "\n")
val () = print (Int.toString (Word.toIntX 0wxFFFFFFFFFFFFFFFF) ^ " " ^ (Int.toString (Word.toInt 0wxFFFFFFFFFFFFFFFF) handle Overflow => "Overflow") ^ "\n")
