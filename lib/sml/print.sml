(* Standard output, which waits in the runtime until there is much of it, until something
   is read, and until the program ends. *)

structure Stdout = struct
  local
    val put = _prim "io.put" : int * string * int * int -> unit
    val size = _prim "str.len" : string -> int
    fun fail cause = raise IO.Io {name = "<stdout>", function = "print", cause = cause}
  in
    (* Does TextIO.stdOut write elsewhere, or is it closed? Then that is where it writes. *)
    val elsewhere = ref false
    val instead : (string -> unit) ref = ref (fn _ => fail IO.ClosedStream)

    fun print s =
      if !elsewhere then !instead s
      else put (1, s, 0, size s) handle e as System.Raw _ => fail (System.visible e)
  end
end
