(* Text in and out. *)

structure TextIO = struct
  val print = _prim "print" : string -> unit
end
