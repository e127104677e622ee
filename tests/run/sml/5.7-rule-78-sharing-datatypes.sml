(* Rule 78, section 5.7: sharing of datatypes specified in two arguments. *)
signature TREE = sig datatype tree = Leaf of int | Node of tree * tree end
signature MAKE = sig structure T : TREE val build : int -> T.tree end
signature USE = sig structure T : TREE val sum : T.tree -> int end
functor Both (structure M : MAKE structure U : USE sharing type M.T.tree = U.T.tree) = struct
  fun go n = U.sum (M.build n)
  fun depth (M.T.Leaf _) = 1
    | depth (U.T.Node (a, b)) = 1 + Int.max (depth a, depth b)
  val d = depth o M.build
end
structure Tree = struct datatype tree = Leaf of int | Node of tree * tree end
structure Make = struct structure T = Tree open Tree fun build 0 = Leaf 1 | build n = Node (build (n - 1), Leaf n) end
structure Use = struct structure T = Tree open Tree fun sum (Leaf n) = n | sum (Node (a, b)) = sum a + sum b end
structure B = Both (structure M = Make structure U = Use)
val () = print (Int.toString (B.go 4) ^ " " ^ Int.toString (B.d 4) ^ "\n")
