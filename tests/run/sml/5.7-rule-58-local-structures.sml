(* Rule 58, section 5.7: local around structure declarations. *)
local
  structure Impl = struct fun double n = n * 2 val secret = 21 end
  val add = 1
in
  structure Public = struct val answer = Impl.double Impl.secret fun next n = n + add end
  val alias = Impl.double
end
structure Impl = struct val x = "other" end
val () = print (Int.toString (Public.next Public.answer + alias 1) ^ Impl.x ^ "\n")
structure S = struct
  local structure T = struct val a = 5 end in structure U = T val b = T.a + 1 end
end
val () = print (Int.toString (S.U.a + S.b) ^ "\n")
local open S in structure V = U end
val () = print (Int.toString V.a ^ "\n")
