(* Section 5.5: the structure lacks a substructure of the signature. *)
signature S = sig structure In : sig val x : int end end
structure A : S = struct val x = 1 end (* ERROR In *)
