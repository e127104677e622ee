(* Standard output, which waits in the runtime until there is much of it, until something
   is read, and until the program ends. *)

structure Stdout = struct
  (* Has the program closed it? *)
  val closed = ref false

  local
    val put = _prim "print" : string -> unit
    fun fail cause = raise IO.Io {name = "<stdout>", function = "print", cause = cause}
  in
    fun print s =
      if !closed then fail IO.ClosedStream
      else put s handle e as System.Raw _ => fail (System.visible e)
  end
end
