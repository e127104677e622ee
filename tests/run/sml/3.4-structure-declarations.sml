(* Section 3.4: structure declarations with and, nested, shadowed, with empty bodies. *)
structure A = struct val x = 1 end and B = struct val x = 2 end
structure A = struct val y = A.x + B.x structure Inner = B end
structure C = struct end
val () = print (Int.toString (A.y + A.Inner.x) ^ "\n")
structure D = struct
  val x = 10
  structure E = struct
    val y = x + 1
    structure F = struct val z = x + y end
  end
  val w = E.F.z + E.y
end
val () = print (Int.toString D.w ^ " " ^ Int.toString D.E.F.z ^ "\n")
