(* Section 2.7: #lab is a function; it can be passed where the type is known. *)
val p = {name = "kont", size = 3, pos = (10, 20)}
val () = print (#name p ^ Int.toString (#size p) ^ " " ^ Int.toString (#2 (#pos p)) ^ "\n")
val firsts = map #1 [(1, "a"), (2, "b")]
val () = print (Int.toString (foldl op+ 0 firsts) ^ "\n")
val names = map (#name : {name : string, age : int} -> string) [{name = "x", age = 1}, {age = 2, name = "y"}]
val () = print (concat names ^ "\n")
fun size_of (r : {name : string, size : int, pos : int * int}) = #size r + (#2 o #pos) r
val () = print (Int.toString (size_of p) ^ "\n")
