(* Rules 75 and 77, section 5.7: two included signatures specify the same type. *)
signature A = sig type t end
signature B = sig type t val x : t end
signature S = sig
  include A
  include B (* ERROR t *)
end
