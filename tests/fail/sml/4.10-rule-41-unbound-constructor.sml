(* Rule 41, section 4.10: the constructor is unbound. *)
fun f (Sme x) = x | f NONE = 0 (* ERROR Sme *)
