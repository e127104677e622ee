(* Rule 78, section 5.7: sharing type makes flexible types one. *)
signature LEX = sig type token val lex : string -> token list end
signature PARSE = sig type token type tree val parse : token list -> tree val show : tree -> string end
functor Compiler (structure L : LEX structure P : PARSE sharing type L.token = P.token) = struct
  fun compile s = P.show (P.parse (L.lex s))
end
structure C = Compiler (
  structure L = struct type token = char val lex = explode end
  structure P = struct
    type token = char
    datatype tree = Leaf | Node of char * tree
    fun parse [] = Leaf | parse (c :: r) = Node (c, parse r)
    fun show Leaf = "." | show (Node (c, t)) = str c ^ "-" ^ show t
  end)
val () = print (C.compile "abc" ^ "\n")
signature THREE = sig type a type b type c type 'x l type 'y m sharing type a = b = c sharing type l = m val f : a * b * c -> a l val g : b m -> int end
functor G (X : THREE) = struct fun go (x : X.a) = X.g (X.f (x, x, x)) end
structure H = G (struct type a = int type b = int type c = int type 'x l = 'x list type 'y m = 'y list fun f (a, b, c) = [a, b, c] fun g l = foldl op+ 0 l end)
val () = print (Int.toString (H.go 5) ^ "\n")
