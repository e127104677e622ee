(* Section 4.4: 'a does not promise equality; ''a does. *)
fun same (x : 'a, y : 'a) = x = y (* ERROR *)
