(* Section 2.9: 'a is bound again within its own scope. *)
fun 'a f (x : 'a) = let fun 'a g (y : 'a) = y in g x end (* ERROR 'a *)
