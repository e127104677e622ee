(* Rule 46, section 4.10: a type constructor with too many arguments. *)
val a : (int, string) list = [] (* ERROR list *)
