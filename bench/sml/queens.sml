(* Short lists and higher-order functions: all placements of ten to twelve queens. *)
structure Main = struct
  fun range (a, b) = if a > b then [] else a :: range (a + 1, b)
  fun safe q qs =
    let
      fun go (_, []) = true
        | go (d, r :: rs) = q <> r andalso q - r <> d andalso r - q <> d andalso go (d + 1, rs)
    in
      go (1, qs)
    end
  fun queens n =
    let
      val columns = range (1, n)
      fun place 0 = [[]]
        | place k = List.concat (map (fn qs => map (fn q => q :: qs) (List.filter (fn q => safe q qs) columns)) (place (k - 1)))
    in
      place n
    end
  fun checksum solutions = foldl (fn (qs, s) => (foldl (fn (q, h) => (h * 11 + q) mod 10007) s qs)) 0 solutions
  fun main () =
    let
      val a = queens 10
      val b = queens 11
      val c = queens 12
      val all = [a, b, c]
    in
      print ("queens " ^ String.concatWith " " (map (fn l => Int.toString (length l) ^ ":" ^ Int.toString (checksum l)) all) ^ "\n")
    end
end
val () = Main.main ()
