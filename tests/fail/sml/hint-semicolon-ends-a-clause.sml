fun printList [] = ()
  | printList (x::xs) = print x; printList xs; (* ERROR need parentheses: `(a; b)` *)
fun f 0 = 1;
  | f n = 2 (* ERROR leave it out *)
fun g y =
  let
    fun h x = print "a"; print x (* ERROR the `;` before it ended a declaration *)
  in
    h y
  end
