structure Main = struct
  structure E = Eval (structure Name = Name)
  val () = print (E.show (Syntax.Plus (Syntax.Number 1, Syntax.Number 2)) ^ "\n")
end
