(* Extension: vector expressions #[...]; vector patterns. *)
val v = #[1, 2, 3]
fun f #[] = "empty" | f #[x] = "one " ^ Int.toString x | f #[x, _, z] = Int.toString (x + z) | f _ = "other"
val () = print (Int.toString (Vector.length v) ^ f #[] ^ f #[7] ^ f v ^ f #[1, 2] ^ "\n")
