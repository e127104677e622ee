(* Section 2.8: -> associates to the right, * binds tighter than ->, constructors are postfix. *)
type ('a, 'b) f = 'a -> 'b -> 'a * 'b list
val k : (int, string) f = fn a => fn b => (a, [b, b])
val compose : (int -> string) * (unit -> int) -> unit -> string = fn (f, g) => fn () => f (g ())
type 'a nest = 'a list list option
val n : int nest = SOME [[1], [2, 3]]
type rec1 = {x : int, y : {z : int * int}}
val r : rec1 = {x = 1, y = {z = (2, 3)}}
val t : (int * int) * int = ((1, 2), 3)
val u : int * (int * int) = (1, (2, 3))
val paren : (((int))) = 4
val () = print (concat (#2 (k 1 "s")) ^ compose (Int.toString, fn () => 9) () ^ "\n")
val () = print (Int.toString (length (valOf n) + #2 (#z (#y r)) + #2 (#1 t) + #1 (#2 u) + paren) ^ "\n")
val e : {} = ()
val f : unit -> {a : int} = fn _ => {a = 5}
val () = print (Int.toString (#a (f e)) ^ "\n")
