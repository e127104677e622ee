(* Section 2.4: an identifier does not begin with an underscore. *)
val _x = 1 (* ERROR underscore *)
