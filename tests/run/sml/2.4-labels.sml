(* Section 2.4: labels are identifiers, also symbolic ones, or numbers; record order does not matter. *)
val r = {b = 2, a = 1, c' = 3, + = 4, z9 = 5}
val () = print (Int.toString (#a r + 10 * #b r + 100 * #c' r + 1000 * # + r + 10000 * #z9 r) ^ "\n")
val t = {2 = "two", 1 = "one", 3 = "three"}
val (x, y, z) = t
val () = print (x ^ y ^ z ^ "\n")
val {1 = p, 2 = q, 3 = s} = ("a", "b", "c")
val () = print (p ^ q ^ s ^ "\n")
(* Not a tuple: a label is missing. *)
val u = {1 = 10, 3 = 30}
val () = print (Int.toString (#1 u + #3 u) ^ "\n")
(* More than nine components: 10 comes after 9, not after 1. *)
val big = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
val (_, b2, _, _, _, _, _, _, _, b10, _) = big
val () = print (Int.toString (#10 big) ^ " " ^ Int.toString b2 ^ " " ^ Int.toString b10 ^ "\n")
