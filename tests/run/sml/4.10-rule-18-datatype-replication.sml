(* Rule 18, section 4.10: datatype replication shares constructors and type. *)
datatype t = A | B of int
datatype u = datatype t
val f : t -> int = fn A => 0 | B n => n
val () = print (Int.toString (f (B 1) + f A) ^ "\n")
structure S = struct datatype 'a opt = None | Some of 'a val x = 3 end
datatype opt = datatype S.opt
val a : int S.opt = Some 5
val () = print (case a of S.Some n => Int.toString n ^ "\n" | None => "none\n")
(* Constructors that were shadowed come back. *)
datatype v = A
datatype w = datatype t
val () = print (Int.toString (f A + f (B 7)) ^ "\n")
datatype boolean = datatype bool
val () = print (if true andalso not false then "replicated\n" else "?\n")
datatype lst = datatype list
val l = 1 :: nil
val () = print (Int.toString (length l) ^ "\n")
