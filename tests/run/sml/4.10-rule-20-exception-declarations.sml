(* Rules 20, 30 and 31, section 4.10: exceptions with and without values, polymorphic contexts, replication. *)
exception A
exception B of int * string
exception C = B and D = A
fun name e = (raise e) handle B (n, s) => s ^ Int.toString n | A => "A" | _ => "other"
val () = app (fn e => print (name e ^ " ")) [A, B (1, "b"), C (2, "c"), D, Fail "x"]
val () = print (exnName A ^ "\n")
exception Lists = List.Empty
val () = (hd ([] : int list); ()) handle Lists => print "Empty\n"
val e = B
val () = (raise e (4, "value")) handle C (n, s) => print (s ^ Int.toString n ^ "\n")
exception F of exn
val () = (raise F (F A)) handle F (F x) => print (exnName x ^ "\n")
