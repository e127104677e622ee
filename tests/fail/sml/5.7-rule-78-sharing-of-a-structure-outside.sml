structure Outside = struct end
signature S = sig structure Inside : sig type t end sharing Outside = Inside end (* ERROR Outside *)
signature T = sig structure A : sig type t end structure B : sig structure C : sig type t end sharing A = C end end (* ERROR A *)
