(* Section 4.12: the most general type is found, also through several levels of let and functions as arguments. *)
fun s f g x = f x (g x)
fun k x y = x
fun i x = s k k x
fun flip f x y = f y x
fun curry f x y = f (x, y)
fun uncurry f (x, y) = f x y
fun foldr' f z = let fun go [] = z | go (x :: xs) = f (x, go xs) in go end
fun fix f x = f (fix f) x
val fact = fix (fn self => fn 0 => 1 | n => n * self (n - 1))
val len = fn l => fix (fn self => fn [] => 0 | _ :: t => 1 + self t) l
val () = print (Int.toString (i 3) ^ i "s" ^ Int.toString (flip (curry op-) 1 10) ^ Int.toString (uncurry (fn a => fn b => a * b) (3, 4)) ^ "\n")
val () = print (Int.toString (foldr' op+ 0 [1, 2, 3]) ^ foldr' (fn (n, s) => Int.toString n ^ s) "" [1, 2, 3] ^ "\n")
val () = print (Int.toString (fact 8) ^ Int.toString (len ["a", "b"]) ^ Int.toString (len [1]) ^ "\n")
