functor Eval (structure Name : sig val name : string end) : EVAL = struct
  structure Name = Name
  fun eval (Syntax.Number n) = n
    | eval (Syntax.Plus (a, b)) = eval a + eval b
  fun show e = Name.name ^ Int.toString (eval e)
end
