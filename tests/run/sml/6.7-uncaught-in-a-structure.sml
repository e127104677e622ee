(* Section 7.3: an exception in a structure body ends the program too. *)
structure A = struct val () = print "A\n" val x = hd ([] : int list) end
structure B = struct val () = print "B\n" end
