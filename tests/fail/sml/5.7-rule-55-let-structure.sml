(* Rule 55, section 5.7: what let binds in a structure expression is not seen outside. *)
structure A = let structure In = struct val x = 1 end in struct val y = In.x end end
val a = A.In.x (* ERROR In *)
