(* Readers and writers of files, for bytes of both kinds. *)

functor KontFilePrimIO
  (structure P : PRIM_IO where type pos = int
   val base : P.vector_slice -> P.vector * int * int
   val arrayBase : P.array_slice -> P.array * int * int
   val new : int -> P.array) =
struct
  local
    val read = _prim "io.read" : int * P.array * int * int -> int
    val write = _prim "io.write" : int * P.array * int * int -> int
    val writeVec = _prim "io.write.str" : int * P.vector * int * int -> int
    val seek = _prim "io.seek" : int * int * int -> int
    val part = _prim "str.of.bytes" : P.array * int * int -> P.vector

    fun may f x = f x handle e as System.Raw _ => raise System.visible e

    (* True if a descriptor is ready to be read (1) or to be written (4). *)
    fun ready (fd, what, limit) =
      System.packed (System.text ("poll", System.pack [fd, what], "", limit, 0), 0) <> 0

    fun size fd = System.packed (System.text ("fstat", "", "", fd, 0), 7)
    fun here fd = seek (fd, 0, 1)

    (* The operations with positions, if the descriptor has any. *)
    fun positions fd =
      (ignore (here fd);
       (SOME (fn () => may here fd), SOME (fn p => ignore (may seek (fd, p, 0))),
        SOME (fn () => size fd)))
      handle System.Raw _ => (NONE, NONE, NONE)

    (* Operations that fail once the descriptor is closed. *)
    fun guard closed f x = if !closed then raise IO.ClosedStream else may f x
    fun shut (closed, fd) () =
      if !closed then () else (closed := true; may Waiting.close fd)
  in
    fun reader (fd, name) =
      let
        val closed = ref false
        (* There is no more for one that waits when another thread closes the descriptor. *)
        fun isOpen () = not (!closed)
        fun into (a, i, n) =
          Waiting.input (fd, isOpen, fn () => if !closed then 0 else read (fd, a, i, n))
        fun readVec n =
          let
            val n = System.room n
            val a = new n
          in
            part (a, 0, into (a, 0, n))
          end
        fun readArr sl = into (arrayBase sl)
        fun try f x = if ready (fd, 1, 0) then SOME (f x) else NONE
        val (getPos, setPos, endPos) = positions fd
        fun avail () =
          SOME (size fd - here fd) handle System.Raw _ => NONE | System.SysErr _ => NONE
      in
        P.RD
          {name = name, chunkSize = 16384, readVec = SOME (guard closed readVec),
           readArr = SOME (guard closed readArr), readVecNB = SOME (guard closed (try readVec)),
           readArrNB = SOME (guard closed (try readArr)),
           block =
             SOME
               (guard closed
                  (fn () => Waiting.input (fd, isOpen, fn () => ignore (ready (fd, 1, ~1))))),
           canInput = SOME (guard closed (fn () => ready (fd, 1, 0))), avail = avail,
           getPos = getPos, setPos = setPos, endPos = endPos, verifyPos = getPos,
           close = shut (closed, fd), ioDesc = SOME (System.Desc fd)}
      end

    fun writer (fd, name) =
      let
        val closed = ref false
        fun isOpen () = not (!closed)
        fun all f (i, n) =
          Waiting.output
            (fd, isOpen, fn (i, n) => if !closed then raise IO.ClosedStream else f (i, n), i, n)
        fun vec sl =
          let val (v, i, n) = base sl in all (fn (i, n) => writeVec (fd, v, i, n)) (i, n) end
        fun arr sl =
          let val (a, i, n) = arrayBase sl in all (fn (i, n) => write (fd, a, i, n)) (i, n) end
        fun try f x = if ready (fd, 4, 0) then SOME (f x) else NONE
        val (getPos, setPos, endPos) = positions fd
      in
        P.WR
          {name = name, chunkSize = 65536, writeVec = SOME (guard closed vec),
           writeArr = SOME (guard closed arr), writeVecNB = SOME (guard closed (try vec)),
           writeArrNB = SOME (guard closed (try arr)),
           block =
             SOME
               (guard closed
                  (fn () => ignore (all (fn _ => (ignore (ready (fd, 4, ~1)); 1)) (0, 1)))),
           canOutput = SOME (guard closed (fn () => ready (fd, 4, 0))), getPos = getPos,
           setPos = setPos, endPos = endPos, verifyPos = getPos, close = shut (closed, fd),
           ioDesc = SOME (System.Desc fd)}
      end
  end
end
