(* Rule 54, section 5.7: a functor is no structure. *)
functor F () = struct val x = 1 end
val a = F.x (* ERROR F *)
