(* Program: natural numbers as lists of digits to the base 10000. *)
val base = 10000
fun norm 0 = [] | norm n = n mod base :: norm (n div base)
fun add (a, [], 0) = a | add ([], b, 0) = b
  | add ([], [], c) = [c]
  | add ([], b, c) = add ([c], b, 0) | add (a, [], c) = add (a, [c], 0)
  | add (x :: a, y :: b, c) = let val s = x + y + c in s mod base :: add (a, b, s div base) end
fun scale (k, [], 0) = [] | scale (k, [], c) = norm c
  | scale (k, x :: a, c) = let val s = k * x + c in s mod base :: scale (k, a, s div base) end
fun mul ([], _) = [] | mul (_, []) = []
  | mul (x :: a, b) = add (scale (x, b, 0), 0 :: mul (a, b), 0)
fun trim l = let fun go (0 :: r) = go r | go l = l in rev (go (rev l)) end
fun show l =
  case rev (trim l) of
    [] => "0"
  | d :: ds => concat (Int.toString d :: map (StringCvt.padLeft #"0" 4 o Int.toString) ds)
fun read s =
  let fun go s = if size s <= 4 then [valOf (Int.fromString s)] else valOf (Int.fromString (String.extract (s, size s - 4, NONE))) :: go (substring (s, 0, size s - 4))
  in go s end
fun fact 0 = [1] | fact n = mul (norm n, fact (n - 1))
fun fib n = let fun go (0, a, _) = a | go (k, a, b) = go (k - 1, b, add (a, b, 0)) in go (n, [], [1]) end
fun power (b, 0) = [1] | power (b, n) = let val h = power (b, n div 2) val q = mul (h, h) in if n mod 2 = 0 then q else mul (b, q) end
val () = print (show (fact 40) ^ "\n" ^ show (fib 150) ^ "\n" ^ show (power ([7], 60)) ^ "\n")
val () = print (Bool.toString (trim (mul (read "123456789123456789", read "987654321")) = trim (read "121932631234567900112635269")) ^ show [] ^ "\n")
