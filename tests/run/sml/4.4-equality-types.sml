(* Section 4.4: equality on every type that admits it. *)
datatype t = A | B of int | C of t * t
datatype 'a box = Box of 'a
val tests =
  [1 = 1, 1 = 2, "a" = "a", "a" = "b", #"x" = #"x", 0w3 = 0w3, true = false, () = (),
   (1, "a") = (1, "a"), (1, "a") = (1, "b"), {x = 1} = {x = 2}, [1, 2] = [1, 2], [1] = [1, 2], [] = [1],
   SOME 3 = SOME 3, SOME 3 = NONE, A = A, A = B 1, C (A, B 2) = C (A, B 2), C (A, B 2) = C (B 2, A),
   Box (1, [Box A]) = Box (1, [Box A]), Box "a" = Box "b", [[1], []] = [[1], []], 1 <> 2, "a" <> "a", (SOME [A]) <> (SOME [A]),
   LESS = LESS, LESS = GREATER]
val () = app (fn b => print (if b then "t" else "f")) tests
val () = print "\n"
