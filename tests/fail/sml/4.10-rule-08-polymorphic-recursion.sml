(* Rules 8 and 26, section 4.10: a function is monomorphic within its own body. *)
datatype 'a nest = N | C of 'a * ('a * 'a) nest
fun depth N = 0
  | depth (C (_, n)) = 1 + depth n (* ERROR *)
