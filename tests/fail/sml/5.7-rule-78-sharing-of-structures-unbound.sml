(* Rule 78, section 5.7: sharing of an unbound structure. *)
signature S = sig structure A : sig type t end sharing A = B end (* ERROR B *)
