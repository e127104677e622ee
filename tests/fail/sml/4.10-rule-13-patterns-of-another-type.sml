(* Rules 13 and 14, section 4.10: the patterns of a case have different types. *)
fun f x = case x of
    1 => "one"
  | "two" => "two" (* ERROR string *)
  | _ => "many"
