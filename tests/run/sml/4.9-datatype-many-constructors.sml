(* Section 4.9: constructors without arguments, with one, with tuples, with records, with functions. *)
datatype t = A | B | C of int | D of int * string | E of {x : int, y : bool} | F of int -> int | G of t | H of t list | I of unit | J of real
fun show A = "A" | show B = "B" | show (C n) = "C" ^ Int.toString n
  | show (D (n, s)) = "D" ^ Int.toString n ^ s
  | show (E {x, y}) = "E" ^ Int.toString x ^ Bool.toString y
  | show (F f) = "F" ^ Int.toString (f 20)
  | show (G t) = "G" ^ show t
  | show (H ts) = "H[" ^ concat (map show ts) ^ "]"
  | show (I ()) = "I" | show (J r) = "J" ^ Real.toString r
val () = print (show (H [A, B, C 1, D (2, "d"), E {x = 3, y = true}, F (fn n => n + 1), G (G A), H [], I (), J 1.5]) ^ "\n")
(* Constructors are functions. *)
val cs = map C [1, 2, 3]
val ds = ListPair.map D ([1, 2], ["x", "y"])
val () = print (show (H (cs @ ds)) ^ "\n")
datatype single = Single of int
datatype wrap = Wrap of int * int
fun unwrap (Wrap p) = p
val pair = (7, 8)
val () = print (Int.toString (#1 (unwrap (Wrap pair)) + (fn Single n => n) (Single 9)) ^ "\n")
