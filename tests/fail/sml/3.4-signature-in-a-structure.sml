(* Section 3.4: signatures are declared at the top level only. *)
structure S = struct
  signature T = sig end (* ERROR signature *)
end
