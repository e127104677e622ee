(* Section 3.4: a structure is specified with : only. *)
signature S = sig structure A :> sig end end (* ERROR :> *)
