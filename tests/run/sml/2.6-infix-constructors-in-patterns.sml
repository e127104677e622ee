(* Section 2.6: infix constructors in patterns follow precedence as in expressions. *)
infixr 5 &
infix 6 %
datatype 'a seq = E | & of 'a * 'a seq | % of 'a * 'a
fun sum E = 0
  | sum (x & y & rest) = x + y + sum rest
  | sum (x & rest) = x + sum rest
  | sum (x % y) = x * y
val () = print (Int.toString (sum (1 & 2 & 3 & E)) ^ " " ^ Int.toString (sum (1 & 4 % 5)) ^ "\n")
val x % y = 6 % 7
val op& (h, t) = 8 & E
val () = print (Int.toString (x * y + h) ^ "\n")
fun len (op & (_, t)) = 1 + len t | len _ = 0
val () = print (Int.toString (len (1 & 2 & 3 & E)) ^ "\n")
