(* Section 4.6: a type variable is bound at the outermost val declaration where it occurs unguarded. *)
fun f (x : 'a) =
  let
    fun g (y : 'a) = [x, y]    (* the same 'a: bound at f *)
  in
    g x
  end
(* Each declaration below binds its own 'a. *)
fun one (x : 'a) = x
fun two (x : 'a, y : 'b) = (y, x) : 'b * 'a
val x =
  let
    val id : 'a -> 'a = fn z => z
  in
    id 1
  end
val y =
  (let val id : 'b -> 'b = fn z => z in (id 1, id "s") end,
   let val id : 'b -> 'b = fn z => z in id true end)
val () = print (Int.toString (length (f 1) + length (f "a") + one x + #1 (#1 y)) ^ "\n")
