(* One datatype cannot have both lists of constructors. *)
signature BOTH = sig datatype t = A | B datatype u = C sharing type t = u end
functor F (X : BOTH) = struct end
structure S = F (struct datatype t = A | B datatype u = datatype t val C = A end) (* ERROR C *)

(* Nor a constructor of two types. *)
signature TWO = sig
  structure X : sig datatype t = A of int end
  structure Y : sig datatype t = A of string end
  sharing X = Y
end
functor G (Z : TWO) = struct val wrong = Z.Y.A 1 end (* ERROR takes string *)

(* Nor one constructor more in one place than in another. *)
signature MORE = sig
  structure X : sig datatype t = A | B end
  structure Y : sig datatype t = A end
  sharing X = Y
end
structure P = struct datatype t = A | B end
structure M : MORE = struct structure X = P structure Y = P end (* ERROR B *)
