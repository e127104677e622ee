structure List = struct open List  val one = [1] end
structure Secret = struct val s = "main has its own" end
val () = print (Open.s ^ ", " ^ Secret.s ^ "\n")
