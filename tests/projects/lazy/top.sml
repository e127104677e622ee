structure Top = struct val () = print (Part.more ^ "\n") end
