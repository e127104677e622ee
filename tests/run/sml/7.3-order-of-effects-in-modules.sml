(* Rules 150 to 161 and 183, section 7.3: declarations are evaluated in order; a functor's body at each application. *)
fun say s = print (s ^ " ")
structure A = struct val () = say "A1" structure B = struct val () = say "B" end val () = say "A2" end
functor F (X : sig val name : string end) = struct
  val () = say ("F1" ^ X.name)
  structure In = struct val () = say ("In" ^ X.name) end
  val () = say ("F2" ^ X.name)
end
val () = say "before"
structure P = F (struct val () = say "arg" val name = "p" end)
structure Q = F (val name = (say "effect"; "q"))
structure R = P
local val () = say "local" in val () = say "in" end
structure S : sig end = struct val () = say "hidden" end
val () = print "\n"
