(* Polymorphic sorting of lists with a comparison as argument: integers, pairs, strings. *)
structure Main = struct
  fun sort less l =
    let
      fun merge ([], b) = b
        | merge (a, []) = a
        | merge (x :: a, y :: b) = if less (y, x) then y :: merge (x :: a, b) else x :: merge (a, y :: b)
      fun split ([], a, b) = (a, b)
        | split ([x], a, b) = (x :: a, b)
        | split (x :: y :: r, a, b) = split (r, x :: a, y :: b)
      fun go [] = []
        | go [x] = [x]
        | go l = let val (a, b) = split (l, [], []) in merge (go a, go b) end
    in
      go l
    end
  fun random (0, _, l) = l
    | random (n, s, l) = random (n - 1, (s * 421 + 54773) mod 259200, s :: l)
  fun checksum f l = foldl (fn (x, h) => (h * 31 + f x) mod 1000003) 7 l
  fun main () =
    let
      val l = random (200000, 1, [])
      val ints = sort (fn (a, b : int) => a < b) l
      val pairs = sort (fn ((a, b), (c, d)) => a < c orelse a = c andalso b < (d : int)) (map (fn x => (x mod 1000, x)) l)
      val strings = sort (fn (a : string, b) => a < b) (map Int.toString (List.take (l, 100000)))
    in
      print ("msort " ^ Int.toString (checksum (fn x => x) ints) ^ " " ^ Int.toString (checksum #2 pairs) ^ " " ^ Int.toString (checksum size strings) ^ "\n")
    end
end
val () = Main.main ()
