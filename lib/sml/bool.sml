(* Truth values. *)

structure Bool = struct
  type bool = bool

  fun not true = false
    | not false = true

  fun toString true = "true"
    | toString false = "false"
end
