(* Rule 64, section 5.7: a datatype specification cannot become a pair. *)
signature S = sig datatype t = A | B end
signature T = S where type t = int * int (* ERROR t *)
