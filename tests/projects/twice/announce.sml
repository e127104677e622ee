val () = print ("announced: " ^ who ^ "\n")
