(* Section 2.1: identifiers that begin with, end in or contain a reserved word are identifiers. *)
val iff = 1 val andalso' = 2 val letter = 3 val funny = 4 val endless = 5
val datatypes = 6 val open_ = 7 val xif = 8 val the_end = 9 val casement = 10
val sum = iff + andalso' + letter + funny + endless + datatypes + open_ + xif + the_end + casement
val () = print (Int.toString sum ^ "\n")
(* Case matters: these are not reserved. *)
val If = "If" val LET = "LET" val Val = "Val"
val () = print (If ^ LET ^ Val ^ "\n")
(* The reserved words of modules are not reserved words of other things in disguise. *)
val sign = 1 val structured = 2 val functorial = 3 val sharing_ = 4 val wherever = 5
val () = print (Int.toString (sign + structured + functorial + sharing_ + wherever) ^ "\n")
