(* Program: Huffman codes: build the tree, encode, decode. *)
datatype tree = Leaf of int * char | Node of int * tree * tree
fun weight (Leaf (w, _)) = w | weight (Node (w, _, _)) = w
fun least (Leaf (_, c)) = c | least (Node (_, a, b)) = let val x = least a val y = least b in if x < y then x else y end
fun before' (a, b) = weight a < weight b orelse weight a = weight b andalso least a < least b
fun insert (t, []) = [t] | insert (t, u :: us) = if before' (t, u) then t :: u :: us else u :: insert (t, us)
fun build [] = NONE | build [t] = SOME t
  | build (a :: b :: rest) = build (insert (Node (weight a + weight b, a, b), rest))
fun count cs =
  let
    val a = Array.array (256, 0)
    val () = app (fn c => Array.update (a, ord c, Array.sub (a, ord c) + 1)) cs
  in Array.foldri (fn (i, n, l) => if n = 0 then l else insert (Leaf (n, chr i), l)) [] a end
fun codes t =
  let fun go (Leaf (_, c), path, l) = (c, rev path) :: l | go (Node (_, a, b), path, l) = go (a, false :: path, go (b, true :: path, l))
  in go (t, [], []) end
fun encode table s = List.concat (map (fn c => #2 (valOf (List.find (fn (d, _) => c = d) table))) (explode s))
fun decode t bits =
  let
    fun go (Leaf (_, c), []) = [c] | go (Leaf (_, c), bs) = c :: go (t, bs)
      | go (Node (_, a, b), bit :: bs) = go (if bit then b else a, bs)
      | go (Node _, []) = []
  in implode (go (t, bits)) end
val text = "abracadabra, said the magician, and the rabbit vanished"
val SOME tree = build (count (explode text))
val table = codes tree
val bits = encode table text
val () = print (Int.toString (size text * 8) ^ " bits become " ^ Int.toString (length bits) ^ "\n")
val () = print (decode tree bits ^ "\n")
val () = app (fn (c, p) => print (str c ^ ":" ^ concat (map (fn b => if b then "1" else "0") p) ^ " ")) table
val () = print "\n"
