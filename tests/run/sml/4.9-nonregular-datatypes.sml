(* Section 4.9, rule 17: a datatype may use itself at other types; a function consumes it at one instance a level. *)
datatype 'a perfect = Zero of 'a | Succ of ('a * 'a) perfect
datatype ('a, 'b) alt = End | A of 'a * ('b, 'a) alt
val p = Succ (Succ (Zero ((1, 2), (3, 4))))
val a = A (1, A ("one", A (2, A ("two", End))))
fun top (A (x, A (y, _))) = SOME (x, y) | top _ = NONE
val () =
  case p of
    Succ (Succ (Zero ((a, b), (c, d)))) => print (Int.toString (a * 1000 + b * 100 + c * 10 + d) ^ "\n")
  | _ => print "other\n"
val () =
  case top a of
    SOME (n, s) => print (Int.toString n ^ s ^ "\n")
  | NONE => print "none\n"
val () = case a of A (_, A (_, A (n, A (s, End)))) => print (Int.toString n ^ s ^ "\n") | _ => ()
(* Equality follows the type down. *)
fun eq (x : int perfect, y) = x = y
val () = print (Bool.toString (eq (p, Succ (Succ (Zero ((1, 2), (3, 4)))))) ^ Bool.toString (eq (p, Zero 1)) ^ "\n")
val () = print (Bool.toString (Succ (Zero ("a", "b")) = Succ (Zero ("a", "c"))) ^ "\n")
