(* Conversion of integers of 10,000 digits to text and back, and of small ones. *)
structure Main = struct
  fun repeat (0, x, _) = x | repeat (n, x, f) = repeat (n - 1, f x, f)
  val low = IntInf.pow (IntInf.fromInt 10, 9)
  fun show x = IntInf.toString (IntInf.rem (x, low))
  fun read s = valOf (IntInf.fromString s)
  fun main () =
    let
      val a = IntInf.pow (IntInf.fromInt 7, 11833)
      val text = IntInf.toString a
      val c = IntInf.pow (IntInf.fromInt 7, 20)
      fun there x = let val s = IntInf.toString (IntInf.+ (a, x)) in IntInf.fromInt (size s + ord (String.sub (s, 9000))) end
      fun back x = IntInf.rem (IntInf.+ (x, read text), low)
    in
      print (show (repeat (40, low, there)) ^ "\n");
      print (show (repeat (40, low, back)) ^ "\n");
      print (show (repeat (200000, low, fn x => IntInf.rem (read (IntInf.toString (IntInf.+ (c, x))), low))) ^ "\n")
    end
end
val () = Main.main ()
