(* Section 3.5: true cannot be specified. *)
signature S = sig val true : int end (* ERROR true *)
