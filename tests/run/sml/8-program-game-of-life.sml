(* Program: Conway's game of life, on lists of live cells and on an array. *)
type cell = int * int
fun neighbours (x, y) = [(x - 1, y - 1), (x, y - 1), (x + 1, y - 1), (x - 1, y), (x + 1, y), (x - 1, y + 1), (x, y + 1), (x + 1, y + 1)]
fun member (c : cell, l) = List.exists (fn d => c = d) l
fun nub [] = [] | nub (x :: r) = if member (x, r) then nub r else x :: nub r
fun step cells =
  let
    fun alive n = length (List.filter (fn c => member (c, cells)) (neighbours n))
    val stay = List.filter (fn c => let val n = alive c in n = 2 orelse n = 3 end) cells
    val born = List.filter (fn c => not (member (c, cells)) andalso alive c = 3) (nub (List.concat (map neighbours cells)))
  in stay @ born end
fun show (w, h, cells) =
  let fun row y = implode (List.tabulate (w, fn x => if member ((x, y), cells) then #"#" else #".")) in
    app (fn y => print (row y ^ "\n")) (List.tabulate (h, fn y => y)) end
fun iterate (0, f, x) = x | iterate (n, f, x) = iterate (n - 1, f, f x)
val glider = [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]
val () = show (7, 6, iterate (12, step, glider))
val blinker = [(1, 0), (1, 1), (1, 2)]
val () = (show (3, 3, blinker); print "\n"; show (3, 3, step blinker))
val n = 16
fun stepArray a = Array.tabulate (n * n, fn i =>
  let
    val (x, y) = (i mod n, i div n)
    val k = foldl (fn ((x, y), s) => s + Array.sub (a, (y mod n) * n + x mod n)) 0 (neighbours (x, y))
  in if k = 3 orelse k = 2 andalso Array.sub (a, i) = 1 then 1 else 0 end)
val start = Array.tabulate (n * n, fn i => if member ((i mod n, i div n), glider) then 1 else 0)
val later = iterate (40, stepArray, start)
val () = print (Int.toString (Array.foldl op+ 0 later) ^ " " ^ Int.toString (Array.foldli (fn (i, c, s) => s + i * c) 0 later) ^ "\n")
