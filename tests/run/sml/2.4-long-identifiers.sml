(* Section 2.4: long identifiers of values, constructors, types and exceptions. *)
structure A = struct
  structure B = struct
    structure C = struct
      val v = 5
      datatype d = D of int | E
      type t = int * int
      exception X of string
      infix ++
      fun a ++ b = a + b
    end
  end
end
val w : A.B.C.t = (A.B.C.v, A.B.C.++ (1, 2))
fun f (A.B.C.D n) = n | f A.B.C.E = 0
val () = print (Int.toString (#1 w + #2 w + f (A.B.C.D 10) + f A.B.C.E) ^ "\n")
val () = (raise A.B.C.X "caught") handle A.B.C.X s => print (s ^ "\n")
val () = print (Int.toString (Int.+ (3, 4)) ^ " " ^ Int.toString (Int.~ 3) ^ "\n")
