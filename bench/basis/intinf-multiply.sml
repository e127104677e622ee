(* Products of integers of 10,000 digits, of smaller ones, and a factorial. *)
structure Main = struct
  fun repeat (0, x, _) = x | repeat (n, x, f) = repeat (n - 1, f x, f)
  val low = IntInf.fromInt 1000000007
  fun show x = IntInf.toString (IntInf.rem (x, low))
  fun factorial 0 = IntInf.fromInt 1 | factorial n = IntInf.* (IntInf.fromInt n, factorial (n - 1))
  fun main () =
    let
      val a = IntInf.pow (IntInf.fromInt 7, 11833)
      val b = IntInf.pow (IntInf.fromInt 3, 20959)
      val c = IntInf.pow (IntInf.fromInt 7, 60)
    in
      print (show (repeat (20, a, fn x => IntInf.* (IntInf.rem (x, low), IntInf.* (a, b)))) ^ "\n");
      print (show (repeat (100000, c, fn x => IntInf.* (IntInf.rem (x, low), c))) ^ "\n");
      print (show (IntInf.div (factorial 3000, factorial 2900)) ^ "\n")
    end
end
val () = Main.main ()
