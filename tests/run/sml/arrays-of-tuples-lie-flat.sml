(* Elements that are tuples lie in the array: whatever is done with them, they are the tuples that
   were stored. *)

exception Holds of (int * string) vector * (int * real) array

fun line s = print (s ^ "\n")
fun pair (i, s) = Int.toString i ^ s
fun pairs v = String.concatWith " " (Vector.foldr (fn (p, l) => pair p :: l) [] v)

(* Made, read, replaced and copied. *)
val v = Vector.tabulate (5, fn i => (i, Int.toString (i * i)))
val a = Array.tabulate (5, fn i => (i, [i, i + 1]))
val () = Array.modify (fn (i, l) => (i * 2, l @ [i])) a
val () = Array.copy {src = a, dst = a, di = 0}
val () = ArraySlice.copy {src = ArraySlice.slice (a, 0, SOME 3), dst = a, di = 2}
val () = line (pairs v)
val () = Array.app (fn (i, l) => line (Int.toString i ^ ":" ^ concat (map Int.toString l))) a
val () = line (pairs (Vector.concat [v, Vector.map (fn (i, s) => (~i, s ^ "!")) v]))
val () = line (pairs (Vector.update (v, 2, (7, "seven"))))
val () = line (pairs (Vector.fromList [(1, "a"), (2, "b")]))
val () = line (pairs #[(1, "x"), (2, "y"), (3, "z")])

(* Whole elements are kept, compared and passed on. *)
val kept = List.tabulate (5, fn i => Vector.sub (v, i))
val () = line (Bool.toString (Vector.fromList kept = v))
val () = line (Bool.toString (Vector.sub (v, 1) = Vector.sub (v, 2)))
val () = case Vector.find (fn (i, _) => i = 3) v of SOME p => line (pair p) | NONE => line "none"
val () =
  case Vector.collate (fn ((i, _), (j, _)) => Int.compare (j, i)) (v, Vector.map (fn p => p) v) of
    EQUAL => line "equal" | _ => line "not equal"

(* Tuples in tuples, large ones, and records of one datatype. *)
datatype point = Point of {x : real, y : real}
val inner = Array.array (2, ((1, 2), 3))
val () = Array.update (inner, 1, ((4, 5), 6))
val ((p, q), r) = Array.sub (inner, 1)
val () = line (Int.toString (p + 10 * q + 100 * r))
val wide = Array.array (2, (1, 2, 3, 4, 5))
val () = line (Int.toString (#5 (Array.sub (wide, 1))))
val points = Array.tabulate (3, fn i => Point {x = real i, y = 0.5})
val () =
  line (Real.toString (Array.foldl (fn (Point {x, y}, sum) => x * y + sum) 0.0 points))
val two = Array2.tabulate Array2.RowMajor (2, 2, fn (i, j) => (i, j, i = j))
val () = line (Bool.toString (#3 (Array2.sub (two, 1, 1))))

(* An old array refers to young objects. *)
val old = Array.array (1000, (0, NONE : int list option))
fun churn 0 = ()
  | churn n =
    let val i = n * 7919 mod 1000
    in
      Array.update (old, i, (n, SOME [n, n + 1, i]));
      churn (n - 1)
    end
val () = churn 200000
fun check (i, (n, SOME [x, y, z])) = n = x andalso y = n + 1 andalso z = i
  | check (i, (0, NONE)) = true
  | check _ = false
val () = line (Bool.toString (Array.foldli (fn (i, x, ok) => ok andalso check (i, x)) true old))

(* Bounds and messages. *)
val () = line (pair (Vector.sub (v, 5))) handle Subscript => line "Subscript"
val () = Array.update (inner, ~1, ((0, 0), 0)) handle Subscript => line "Subscript"
val () = line (exnMessage (Holds (#[(1, "one")], Array.fromList [(2, 2.5), (3, 3.0)])))
