(* Section 5.6, rule 52: after : the types of the structure are still known. *)
signature S = sig type t type 'a u val x : t val f : t -> t val wrap : 'a -> 'a u end
structure A : S = struct type t = int type 'a u = 'a list val x = 3 fun f n = n + 1 fun wrap x = [x] end
val () = print (Int.toString (A.x + A.f 10 + length (A.wrap "a") + hd (A.wrap 5)) ^ "\n")
structure B = A : S
val () = print (Int.toString (B.f (B.x + 1)) ^ "\n")
structure C = struct type t = string type 'a u = 'a option val x = "s" fun f s = s ^ s fun wrap x = SOME x end : S
val () = print (C.f C.x ^ valOf (C.wrap "w") ^ "\n")
