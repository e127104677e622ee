(* Rules 75 and 77, section 5.7: two included signatures specify the same type, one of them with
   equality. *)
signature A = sig type t end
signature B = sig eqtype t val x : t end
signature S = sig
  include A
  include B (* ERROR t *)
end
