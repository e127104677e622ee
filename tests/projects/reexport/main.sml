structure Main = struct val () = print (String.concatWith "," (List.map Bool.toString [true, false]) ^ "\n") end
