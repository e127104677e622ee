(* Section 4.4, rules 16 and 27: abbreviations are transparent, take parameters and may ignore them. *)
type point = int * int
type 'a pair = 'a * 'a
type ('a, 'b) swap = 'b * 'a
type 'a phantom = int
type ('k, 'v) map = ('k * 'v list) list
val p : point = (1, 2)
val q : int pair = p
val r : (string, int) swap = (3, "x")
val n : string phantom = 4
val m : bool phantom = n + 1
val t : (int, string) map = [(1, ["a", "b"]), (2, [])]
fun add ((a, b) : point) : int = a + b
val () = print (Int.toString (add q + #1 r + m + length (#2 (hd t))) ^ "\n")
type u = point list and v = string
val w : u = [p, q]
val () = print (Int.toString (foldl op+ 0 (map add w)) ^ "\n")
