(* Rules 62, 63, 66 and 67, section 5.7: named signatures, several at once, signatures in signatures. *)
signature A = sig type t val x : t end and B = sig val y : int end
signature C = sig structure P : A structure Q : B include B val z : P.t end
structure S : C = struct
  structure P = struct type t = string val x = "p" end
  structure Q = struct val y = 1 end
  val y = 2
  val z = "z"
end
signature D = C
structure T : D = S
signature A = sig val different : int end
val () = print (T.P.x ^ Int.toString (T.Q.y + T.y) ^ T.z ^ "\n")
structure U : A = struct val different = 3 end
val () = print (Int.toString U.different ^ "\n")
