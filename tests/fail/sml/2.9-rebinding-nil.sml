(* Section 2.9: nil cannot be bound again. *)
datatype 'a seq = nil | cons of 'a * 'a seq (* ERROR nil *)
