(* String.concat, String.concatWith, concat and their like, of few and of many pieces, short and long. *)
structure Main = struct
  fun repeat (0, _) = () | repeat (n, f) = (f () : unit; repeat (n - 1, f))
  val total = ref 0
  fun count s = total := (!total * 31 + size s + ord (String.sub (s, size s div 3))) mod 1000003
  fun main () =
    let
      val words = List.tabulate (20000, fn i => if i mod 3 = 0 then "a" else if i mod 3 = 1 then "short" else "a somewhat longer piece")
      val lines = List.tabulate (300, fn i => CharVector.tabulate (1000, fn j => chr (32 + (i + j) mod 90)))
      val slices = map (fn l => Substring.substring (l, 10, 900)) lines
      val chars = List.tabulate (100, fn i => chr (33 + i mod 90))
    in
      repeat (300, fn () => count (String.concat words));
      repeat (300, fn () => count (String.concatWith ", " words));
      repeat (300, fn () => count (concat lines));
      repeat (300, fn () => count (Substring.concat slices));
      repeat (200000, fn () => count (String.concat ["name", "=", "value", ";"]));
      repeat (200000, fn () => count ("name" ^ "=" ^ String.concatWith "," ["x", "y", "z"]));
      repeat (20000, fn () => count (implode chars));
      repeat (20000, fn () => count (String.concat (map str chars)));
      print ("concat " ^ Int.toString (!total) ^ "\n")
    end
end
val () = Main.main ()
