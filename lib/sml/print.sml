(* Standard output. The runtime buffers it, and writes it when the buffer is full, when input
   is read, and when the program ends. *)

structure Stdout = struct
  local
    val put = _prim "io.put" : int * string * int * int -> unit
    val size = _prim "str.len" : string -> int
    fun fail cause = raise IO.Io {name = "<stdout>", function = "print", cause = cause}
  in
    (* True if TextIO.stdOut writes elsewhere or is closed; [instead] is then its function. *)
    val elsewhere = ref false
    val instead : (string -> unit) ref = ref (fn _ => fail IO.ClosedStream)

    fun print s =
      if !elsewhere then !instead s
      else
        (put (1, s, 0, size s); Waiting.written 1)
        handle e as System.Raw _ => fail (System.visible e)
  end
end
