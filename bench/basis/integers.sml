(* Int.toString, Int.fmt, Int.fromString and StringCvt.padLeft, of small and of large numbers. *)
structure Main = struct
  val total = ref 0
  fun count s = total := (!total * 31 + size s + ord (String.sub (s, size s div 2))) mod 1000003
  fun add (SOME n) = total := (!total + n) mod 1000003
    | add NONE = ()
  fun each (0, _, _) = ()
    | each (n, s, f) = (f s : unit; each (n - 1, (s * 421 + 54773) mod 259200, f))
  fun main () =
    (each (2000000, 1, fn n => count (Int.toString n));
     each (1000000, 1, fn n => count (Int.toString (n * 4000 - 500000000)));
     each (500000, 1, fn n => count (Int.toString (n mod 10)));
     each (500000, 1, fn n => count (Int.fmt StringCvt.HEX (n * 1000)));
     each (300000, 1, fn n => count (Int.fmt StringCvt.BIN n));
     each (300000, 1, fn n => count (StringCvt.padLeft #" " 12 (Int.toString n)));
     each (500000, 1, fn n => add (Int.fromString (Int.toString n)));
     each (300000, 1, fn n => count (Word.toString (Word.fromInt n)));
     print ("integers " ^ Int.toString (!total) ^ "\n"))
end
val () = Main.main ()
