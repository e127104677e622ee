signature STACK = sig
  type 'a stack
  val empty : 'a stack
  val push : 'a * 'a stack -> 'a stack
  val list : 'a stack -> 'a list
end
structure Helper = struct fun id x = x end
structure Stack :> STACK = struct
  type 'a stack = 'a list
  val empty = []
  fun push (x, s) = Helper.id x :: s
  fun list s = s
end
val () = print "stack.sml is evaluated\n"
