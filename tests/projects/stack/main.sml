val s = Stack.push (3, Stack.push (4, Stack.empty))
val () = print ("size " ^ Int.toString (Count.count s) ^ "\n")
