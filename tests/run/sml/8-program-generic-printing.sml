(* Program: type-indexed values as functions: printers and comparisons built by combinators. *)
type 'a ty = {show : 'a -> string, eq : 'a * 'a -> bool, size : 'a -> int}
val int : int ty = {show = Int.toString, eq = op=, size = fn _ => 1}
val bool : bool ty = {show = Bool.toString, eq = op=, size = fn _ => 1}
val string : string ty = {show = fn s => "\"" ^ String.toString s ^ "\"", eq = op=, size = size}
infix ** ++
fun (a : 'a ty) ** (b : 'b ty) : ('a * 'b) ty =
  {show = fn (x, y) => "(" ^ #show a x ^ ", " ^ #show b y ^ ")", eq = fn ((x, y), (x', y')) => #eq a (x, x') andalso #eq b (y, y'), size = fn (x, y) => #size a x + #size b y}
datatype ('a, 'b) either = Left of 'a | Right of 'b
fun (a : 'a ty) ++ (b : 'b ty) : ('a, 'b) either ty =
  {show = fn Left x => "L " ^ #show a x | Right y => "R " ^ #show b y,
   eq = fn (Left x, Left y) => #eq a (x, y) | (Right x, Right y) => #eq b (x, y) | _ => false,
   size = fn Left x => #size a x + 1 | Right y => #size b y + 1}
fun iso (a : 'a ty) (f, g) : 'b ty = {show = #show a o f, eq = fn (x, y) => #eq a (f x, f y), size = #size a o f}
fun list (a : 'a ty) : 'a list ty =
  {show = fn l => "[" ^ String.concatWith ", " (map (#show a) l) ^ "]", eq = fn (x, y) => ListPair.allEq (#eq a) (x, y), size = foldl (fn (x, n) => #size a x + n) 0}
fun option a = iso (a ++ bool) (fn SOME x => Left x | NONE => Right false, fn Left x => SOME x | Right _ => NONE)
val t = list (int ** option string)
val v = [(1, SOME "a\n"), (2, NONE)]
val () = print (#show t v ^ Bool.toString (#eq t (v, v)) ^ Bool.toString (#eq t (v, [])) ^ Int.toString (#size t v) ^ "\n")
val () = print (#show (list (list bool) ** string) ([[true], []], "q\"") ^ "\n")
