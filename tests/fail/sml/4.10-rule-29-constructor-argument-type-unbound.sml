(* Rule 29, section 4.10: a constructor's argument has an unbound type. *)
datatype t = A of nothing (* ERROR nothing *)
