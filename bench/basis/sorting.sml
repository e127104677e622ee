(* Sorting in loops: quicksort and heapsort of arrays, insertion and merge sort of lists, by comparisons given as arguments. *)
structure Main = struct
  fun repeat (0, _) = () | repeat (n, f) = (f () : unit; repeat (n - 1, f))
  val total = ref 0
  fun count n = total := (!total * 31 + n) mod 1000003
  fun random (0, _, l) = l
    | random (n, s, l) = random (n - 1, (s * 421 + 54773) mod 259200, s :: l)
  fun quicksort compare a =
    let
      fun swap (i, j) = let val x = Array.sub (a, i) in Array.update (a, i, Array.sub (a, j)); Array.update (a, j, x) end
      fun up (i, p) = if compare (Array.sub (a, i), p) = LESS then up (i + 1, p) else i
      fun down (j, p) = if compare (Array.sub (a, j), p) = GREATER then down (j - 1, p) else j
      fun part (i, j, p) =
        let val i = up (i, p) val j = down (j, p) in
          if i > j then (i, j)
          else (swap (i, j); if i + 1 > j - 1 then (i + 1, j - 1) else part (i + 1, j - 1, p))
        end
      fun sort (lo, hi) =
        if lo >= hi then ()
        else let val (i, j) = part (lo, hi, Array.sub (a, (lo + hi) div 2)) in sort (lo, j); sort (i, hi) end
    in
      sort (0, Array.length a - 1)
    end
  fun heapsort less a =
    let
      val n = Array.length a
      fun sift (i, n, x) =
        let val c = 2 * i + 1 in
          if c >= n then Array.update (a, i, x)
          else
            let
              val c = if c + 1 < n andalso less (Array.sub (a, c), Array.sub (a, c + 1)) then c + 1 else c
              val y = Array.sub (a, c)
            in
              if less (x, y) then (Array.update (a, i, y); sift (c, n, x)) else Array.update (a, i, x)
            end
        end
      fun build i = if i < 0 then () else (sift (i, n, Array.sub (a, i)); build (i - 1))
      fun drain n =
        if n <= 1 then ()
        else
          let val x = Array.sub (a, n - 1) in
            Array.update (a, n - 1, Array.sub (a, 0)); sift (0, n - 1, x); drain (n - 1)
          end
    in
      build (n div 2 - 1); drain n
    end
  fun insert less (x, []) = [x]
    | insert less (x, y :: l) = if less (y, x) then y :: insert less (x, l) else x :: y :: l
  fun merge less ([], b) = b
    | merge less (a, []) = a
    | merge less (x :: a, y :: b) = if less (y, x) then y :: merge less (x :: a, b) else x :: merge less (a, y :: b)
  fun mergesort less [] = []
    | mergesort less l =
        let
          fun pairs (a :: b :: r) = merge less (a, b) :: pairs r
            | pairs r = r
          fun go [l] = l
            | go ls = go (pairs ls)
        in
          go (map (fn x => [x]) l)
        end
  fun checksum f a = Array.foldl (fn (x, h) => (h * 31 + f x) mod 1000003) 7 a
  fun main () =
    let
      val l = random (50000, 1, [])
      val few = random (300, 7, [])
      val names = map Int.toString (List.take (l, 20000))
    in
      repeat (15, fn () => let val a = Array.fromList l in quicksort Int.compare a; count (checksum (fn x => x) a) end);
      repeat (15, fn () => let val a = Array.fromList names in quicksort String.compare a; count (checksum size a) end);
      repeat (15, fn () => let val a = Array.fromList l in heapsort (op <) a; count (checksum (fn x => x) a) end);
      repeat (15, fn () => count (foldl (fn (x, h) => (h * 31 + x) mod 1000003) 7 (mergesort (op <) l)));
      repeat (100, fn () => count (foldl (fn (x, h) => (h * 31 + x) mod 1000003) 7 (foldl (insert (op <)) [] few)));
      repeat (15, fn () => count (size (hd (mergesort String.< names))));
      print ("sorting " ^ Int.toString (!total) ^ "\n")
    end
end
val () = Main.main ()
