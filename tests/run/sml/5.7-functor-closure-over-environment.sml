(* Section 7.3, rules 154 and 183: a functor's body sees the environment of its declaration. *)
val x = 1
functor F (val y : int) = struct val z = x * 10 + y end
val x = 2
structure A = F (val y = x)
val () = print (Int.toString A.z ^ "\n")
