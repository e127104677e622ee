(* Rule 22, section 4.10: open brings values, types, constructors, exceptions and structures; later ones win. *)
structure A = struct val x = 1 val y = 2 datatype t = T of int exception E end
structure B = struct val y = 20 val z = 30 structure In = struct val w = 40 end end
open A B
val () = print (Int.toString (x + y + z + In.w) ^ "\n")
val T n = T 5 : t
val () = (raise E) handle A.E => print (Int.toString n ^ "\n")
open In
val () = print (Int.toString w ^ "\n")
fun f () = let open A in y end
val () = print (Int.toString (f () + y) ^ "\n")
structure C = struct open A val x = x + 100 end
val () = print (Int.toString (C.x + C.y + x) ^ "\n")
