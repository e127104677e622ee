(* The places at which an exception was raised and passed on. *)

structure ExnHistory = struct
  val text = _prim "exn.history" : exn -> string

  (* The lines that an uncaught exception would show. *)
  fun lines e = String.tokens (fn c => c = #"\n") (text e)
end
