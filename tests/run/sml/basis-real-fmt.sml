(* Formatting, correctly rounded. *)
open StringCvt
fun say l = print (String.concatWith " " l ^ "\n")
val numbers = [0.0, ~0.0, 1.0, ~1.0, 0.5, 1.5, 2.5, 0.1, 123.456, ~0.001, 1E10, 1.5E~7, 123456789012345.0, 1E100, 5E~324, 1.7976931348623157E308, 0.15, 0.25, 0.35, 999.9996, Real.posInf, Real.negInf]
val () = List.app (fn f => say (map (Real.fmt f) numbers))
  [SCI NONE, SCI (SOME 0), SCI (SOME 1), SCI (SOME 3), SCI (SOME 20), FIX NONE, FIX (SOME 0), FIX (SOME 1), FIX (SOME 3), FIX (SOME 20)]
val () = say [Real.fmt (FIX (SOME 60)) 0.1, Real.fmt (SCI (SOME 55)) 0.1, Real.fmt (FIX (SOME 0)) 1E22, Real.fmt (FIX (SOME 2)) 1.005, Real.fmt (FIX (SOME 2)) 2.675]
fun try f = (Real.fmt f; "fine") handle Size => "Size"
val () = say (map try [SCI (SOME ~1), FIX (SOME ~1), GEN (SOME 0), GEN (SOME ~5), SCI (SOME 0), FIX (SOME 0), GEN (SOME 1)])
fun ends s = String.substring (s, 0, 10) ^ ".." ^ String.extract (s, size s - 10, NONE) ^ ":" ^ Int.toString (size s)
val () = say [ends (Real.fmt (FIX (SOME 20000)) 0.1), ends (Real.fmt (SCI (SOME 20000)) ~0.1), Real.fmt (GEN (SOME 20000)) 0.1, Real.fmt (FIX (SOME 20000)) Real.posInf]
