(* Rules 12 and 13, section 4.10: the rules of a case give different types. *)
val a = case 1 of
    1 => "one"
  | 2 => 2 (* ERROR int *)
  | _ => "many"
