(* Types that would be huge if they were written out, but have few different parts. *)

fun id x = x
fun apply () =
  let fun g y = id id id id id id id id id id id id id id id id id id id id id id id id id id id id id id id id y
  in g 3; g 7 end
val () = print (Int.toString (apply ()) ^ "\n")

fun pair x = (x, x)
fun p2 x = pair (pair x)
fun p4 x = p2 (p2 x)
fun p8 x = p4 (p4 x)
fun p16 x = p8 (p8 x)
fun p32 x = p16 (p16 x)
val large = p32 "deep"
val ((((((((((a, _), _), _), _), _), _), _), _), _), _) = large
val ((((((((((b, _), _), _), _), _), _), _), _), _), _) = a
val ((((((((((c, _), _), _), _), _), _), _), _), _), _) = b
val ((d, _), _) = c
val () = print (d ^ "\n")

datatype 'a box = Empty | Box of 'a * 'a
fun fill x = Box (x, x)
fun f2 x = fill (fill x)
fun f4 x = f2 (f2 x)
fun f8 x = f4 (f4 x)
fun f16 x = f8 (f8 x)
fun left (Box (x, _)) = x
  | left Empty = raise Fail "empty"
val boxes = f16 (SOME 1)
val () = print (Int.toString (valOf (left (left (left (left (left (left (left (left (left (left (left (left (left (left (left (left boxes))))))))))))))))) ^ "\n")
