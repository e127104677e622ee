(* Section 2.3: comments nest and may stand between any two tokens. *)
(* outer (* inner (* innermost *) still inner *) still outer *)
val x (* between *) = (* here *) 1 (**) + (***) 2 (****)
(* strings are not special in a comment: " is fine, and so is ' and \ *)
(* an unbalanced "string
   over lines *)
val y = 3(* no space *)+4
(*(*(*(**)*)*)*)
val f = (op *) (* the product as a value *)
val () = print (Int.toString (f (x, y)) ^ "\n")
val s = "(*" ^ "*)" (* a string that looks like a comment *)
val () = print (s ^ "\n") (* the end *)
