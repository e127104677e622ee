(* Section 5.5: all that does not match is reported. *)
signature S = sig val x : int val y : string type t structure In : sig val z : bool end end
structure A : S = struct val x = "x" val y = "y" structure In = struct val z = 1 end end (* ERROR t *)
