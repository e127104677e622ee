(* Rule 58, section 5.7: what local hides is not seen. *)
local structure Hidden = struct val x = 1 end in structure Shown = struct end end
val a = Hidden.x (* ERROR Hidden *)
