(* Section 6.5, Appendix D: the exceptions that evaluation itself raises. *)
fun try (name, f) = (f (); print (name ^ ": fine\n")) handle e => print (name ^ ": " ^ exnName e ^ "\n")
fun partial 1 = () | partial 2 = ()
fun bind l = let val [x] = l in ignore (x + 1) end
val zero = length (List.filter (fn x => x > 5) [1, 2])
val () = app try
  [("match", fn () => partial 3), ("case", fn () => case zero of 1 => () | 2 => ()), ("fn", fn () => (fn true => ()) (zero = 1)),
   ("bind", fn () => bind [1, 2]), ("bind 2", fn () => let val SOME x = (NONE : int option) in ignore x end),
   ("div", fn () => ignore (1 div zero)), ("mod", fn () => ignore (1 mod zero)), ("word div", fn () => ignore (0w1 div Word.fromInt zero)),
   ("hd", fn () => ignore (hd (tl [1]))), ("valOf", fn () => valOf (if zero = 0 then NONE else SOME ())),
   ("chr", fn () => ignore (chr (zero + 256))), ("chr", fn () => ignore (chr (zero - 1))),
   ("substring", fn () => ignore (substring ("abc", 2, 2))), ("sub", fn () => ignore (String.sub ("abc", 3))),
   ("array", fn () => ignore (Array.sub (Array.array (3, 0), 3))), ("update", fn () => Array.update (Array.array (3, 0), ~1, 0)),
   ("size", fn () => ignore (Array.array (~1, 0))), ("vector", fn () => ignore (Vector.sub (vector [1], 1))),
   ("nth", fn () => ignore (List.nth ([1, 2], 2))), ("take", fn () => ignore (List.take ([1, 2], 3))),
   ("fail", fn () => raise Fail "message"), ("none", fn () => ())]
