(* Section 2.2, E.1: a constant beyond 64 bits is no word. *)
val a = 0wx1FFFFFFFFFFFFFFFF (* ERROR word *)
