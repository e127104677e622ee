(* Where the exception that was handled last was raised. *)

structure ExnHistory = struct
  val text = _prim "exn.history" : exn -> string

  (* The lines that an uncaught exception would show. *)
  fun lines e = String.tokens (fn c => c = #"\n") (text e)
end
