(* Section 2.8: every form of pattern, nested in one another. *)
datatype t = A | B of int | C of {x : int, y : t} | D of t * t list
fun f A = "A"
  | f (B 0) = "B0"
  | f (B (n as 1)) = "B1:" ^ Int.toString n
  | f (B (n : int)) = "B:" ^ Int.toString n
  | f (C {x = 1, y = A}) = "C1A"
  | f (C {x, y = all as B m}) = "C" ^ Int.toString x ^ f all ^ Int.toString m
  | f (C {y = (D _), ...}) = "CD"
  | f (C {...}) = "C"
  | f (D (A, [])) = "DA"
  | f (D (B x, [B y, z])) = "DBB" ^ Int.toString (x + y) ^ f z
  | f (D (d as D (_, l), (_ :: (m : t list) : t list))) = "DD" ^ f d ^ Int.toString (length l + length m)
  | f (D (_, _)) = "D"
val tests =
  [A, B 0, B 1, B 7, C {x = 1, y = A}, C {x = 2, y = B 5}, C {y = D (A, []), x = 0}, C {x = 0, y = A},
   D (A, []), D (B 1, [B 2, A]), D (D (A, [A]), [A, A]), D (A, [A])]
val () = app (fn x => print (f x ^ " ")) tests
val () = print "\n"
