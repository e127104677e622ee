(* Real.fmt in each form, Real.toString, Real.fromString. *)
structure Main = struct
  val total = ref 0
  fun count s = total := (!total * 31 + size s + ord (String.sub (s, size s div 2))) mod 1000003
  fun add (SOME x) = total := (!total + Real.floor x) mod 1000003
    | add NONE = ()
  fun each (0, _, _) = ()
    | each (n, s, f) = (f (real s / 64.0 + 0.015625) : unit; each (n - 1, (s * 421 + 54773) mod 259200, f))
  fun main () =
    (each (60000, 1, fn x => count (Real.fmt (StringCvt.FIX (SOME 2)) x));
     each (60000, 1, fn x => count (Real.fmt (StringCvt.FIX (SOME 6)) (x / 1024.0)));
     each (60000, 1, fn x => count (Real.fmt (StringCvt.SCI (SOME 5)) (x * 1048576.0)));
     each (60000, 1, fn x => count (Real.fmt (StringCvt.GEN (SOME 6)) x));
     each (60000, 1, fn x => count (Real.toString x));
     each (60000, 1, fn x => count (Real.fmt (StringCvt.FIX NONE) x));
     each (60000, 1, fn x => add (Real.fromString (Real.toString x)));
     print ("reals " ^ Int.toString (!total) ^ "\n"))
end
val () = Main.main ()
