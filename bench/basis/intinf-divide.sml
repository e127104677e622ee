(* Quotients and remainders of integers of 20,000 by integers of 10,000 digits, and greatest common divisors. *)
structure Main = struct
  fun repeat (0, x, _) = x | repeat (n, x, f) = repeat (n - 1, f x, f)
  val low = IntInf.pow (IntInf.fromInt 10, 9)
  fun show x = IntInf.toString (IntInf.rem (x, low))
  fun gcd (a, b) = if IntInf.sign b = 0 then a else gcd (b, IntInf.rem (a, b))
  fun main () =
    let
      val a = IntInf.pow (IntInf.fromInt 7, 23666)
      val b = IntInf.pow (IntInf.fromInt 3, 20959)
      val c = IntInf.pow (IntInf.fromInt 7, 1000)
      val d = IntInf.pow (IntInf.fromInt 3, 900)
      fun step x =
        let val (q, r) = IntInf.quotRem (IntInf.+ (a, x), b) in
          IntInf.+ (IntInf.rem (q, low), IntInf.rem (r, low))
        end
    in
      print (show (repeat (40, low, step)) ^ "\n");
      print (show (repeat (10000, low, fn x => IntInf.mod (IntInf.+ (c, x), d))) ^ "\n");
      print (show (repeat (20, low, fn x => IntInf.+ (x, gcd (IntInf.+ (c, x), d)))) ^ "\n")
    end
end
val () = Main.main ()
