(* Rule 30, section 4.10: an exception at the top level holds no type variable. *)
exception E of 'a (* ERROR 'a *)
