signature EVAL = sig
  structure Name : sig val name : string end
  val show : Syntax.exp -> string
end
