(* Section 2.8: empty declarations, semicolons between, after and before declarations, or none at all. *)
;;
val a = 1;
val b = 2
val c = 3;;;
local in end
local ; val d = 4; ; in ; val e = d + 1; end;
structure S = struct ; val x = 1;; val y = 2; end
structure Empty = struct end
signature NONE_AT_ALL = sig end
signature SEMI = sig ; val x : int; ; val y : int; end
structure T : SEMI = S
val f = let in let val x = 1 in x end end
; val () = print (Int.toString (a + b + c + e + T.x + T.y + f) ^ "\n");
