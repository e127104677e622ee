(* Section 4.7: an expansive expression has one type, found from its uses. *)
val () =
  let
    val r = ref []
    val () = r := [1, 2]
    val () = r := 3 :: !r
    val same = (fn f => f) (fn x => x)
    val n = same 4
    val l = map (fn x => x) []
    val m = 5 :: l
  in
    print (Int.toString (length (!r) + n + length m) ^ "\n")
  end
(* Eta expansion makes it polymorphic again. *)
fun mapId l = map (fn x => x) l
val () = print (Int.toString (hd (mapId [6])) ^ hd (mapId ["s"]) ^ "\n")
