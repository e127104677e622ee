(* Program: tries with association lists; anagrams by sorted letters; permutations. *)
datatype trie = Trie of bool * (char * trie) list
val empty = Trie (false, [])
fun add ([], Trie (_, kids)) = Trie (true, kids)
  | add (c :: cs, Trie (b, kids)) =
      let fun go [] = [(c, add (cs, empty))] | go ((d, t) :: r) = if c = d then (d, add (cs, t)) :: r else if c < d then (c, add (cs, empty)) :: (d, t) :: r else (d, t) :: go r
      in Trie (b, go kids) end
fun words (prefix, Trie (b, kids)) = (if b then [implode (rev prefix)] else []) @ List.concat (map (fn (c, t) => words (c :: prefix, t)) kids)
fun find ([], t) = SOME t
  | find (c :: cs, Trie (_, kids)) = (case List.find (fn (d, _) => c = d) kids of SOME (_, t) => find (cs, t) | NONE => NONE)
val list = ["tea", "ten", "to", "inn", "in", "i", "eat", "ate", "net", "on", "no", "tent"]
val t = foldl (fn (w, t) => add (explode w, t)) empty list
fun complete s = case find (explode s, t) of NONE => [] | SOME u => words (rev (explode s), u)
val () = print (String.concatWith " " (words ([], t)) ^ "\n")
val () = app (fn s => print (s ^ ": " ^ String.concatWith "," (complete s) ^ "; ")) ["te", "i", "x", "on"]
val () = print "\n"
fun perms [] = [[]]
  | perms l = List.concat (map (fn x => let fun remove (y :: r) = if x = y then r else y :: remove r | remove [] = [] in map (fn p => x :: p) (perms (remove l)) end) l)
val ps = perms (explode "tea")
val () = print (String.concatWith " " (List.filter (fn w => List.exists (fn v => v = w) list) (map implode ps)) ^ " of " ^ Int.toString (length ps) ^ "\n")
