(* The functions of List and ListPair, each on lists of some thousand elements and on short ones. *)
structure Main = struct
  fun repeat (0, _) = () | repeat (n, f) = (f () : unit; repeat (n - 1, f))
  val total = ref 0
  fun count n = total := (!total * 31 + n) mod 1000003
  fun sum l = foldl (fn (x, s) => (x + s) mod 1000003) 0 l
  fun work (l, names) =
    let
      val n = length l
      val squares = map (fn x => x * x mod 9973) l
      val (even, odd) = List.partition (fn x => x mod 2 = 0) squares
    in
      count (sum squares);
      count (sum (List.filter (fn x => x mod 3 = 0) squares));
      count (sum (even @ odd));
      count (sum (rev squares));
      count (foldr (fn (x, s) => (x - s) mod 65521) 0 squares);
      count (sum (List.concat [even, odd, l, squares]));
      count (length (List.mapPartial (fn x => if x mod 5 = 0 then SOME (x, x + 1) else NONE) l));
      count (case List.find (fn x => x = 9972) squares of SOME x => x | NONE => n);
      count (if List.exists (fn x => x > 9972) squares then 1 else 2);
      count (if List.all (fn x => x < 9973) squares then 1 else 2);
      count (List.nth (squares, n div 2) + List.last squares);
      count (sum (List.take (squares, n div 2)) + sum (List.drop (squares, n div 2)));
      count (sum (List.tabulate (n, fn i => i * 3 mod 1001)));
      count (ListPair.foldl (fn (x, y, s) => (x * y + s) mod 1000003) 0 (l, squares));
      count (sum (ListPair.map (fn (x, y) => x + y) (l, squares)));
      count (length (ListPair.zip (l, squares)));
      count (let val (a, b) = ListPair.unzip (map (fn x => (x, x + 1)) l) in sum a + sum b end);
      app count (List.take (squares, n div 10));
      count (case List.collate Int.compare (l, squares) of LESS => 1 | EQUAL => 2 | GREATER => 3);
      count (size (List.foldl (fn (s, longest : string) => if s > longest then s else longest) "" names));
      count (length (List.revAppend (names, names)))
    end
  fun main () =
    let
      val long = List.tabulate (5000, fn i => i * 7919 mod 10007)
      val short = List.tabulate (12, fn i => i * 7919 mod 10007)
      val names = map Int.toString long
    in
      repeat (400, fn () => work (long, names));
      repeat (100000, fn () => work (short, ["ada", "alan", "alonzo"]));
      print ("lists " ^ Int.toString (!total) ^ "\n")
    end
end
val () = Main.main ()
