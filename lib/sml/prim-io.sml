(* Readers and writers of any elements. *)

functor PrimIO
  (structure Vector : MONO_VECTOR
   structure VectorSlice : MONO_VECTOR_SLICE
   structure Array : MONO_ARRAY
   structure ArraySlice : MONO_ARRAY_SLICE
   sharing type Vector.elem = VectorSlice.elem = Array.elem = ArraySlice.elem
   sharing type Vector.vector = VectorSlice.vector = Array.vector = ArraySlice.vector
   sharing type VectorSlice.slice = ArraySlice.vector_slice
   sharing type Array.array = ArraySlice.array
   val someElem : Vector.elem
   eqtype pos
   val compare : pos * pos -> order) : PRIM_IO =
struct
  type elem = Vector.elem
  type vector = Vector.vector
  type vector_slice = VectorSlice.slice
  type array = Array.array
  type array_slice = ArraySlice.slice
  type pos = pos

  val compare = compare

  datatype reader = RD of
    {name : string,
     chunkSize : int,
     readVec : (int -> vector) option,
     readArr : (array_slice -> int) option,
     readVecNB : (int -> vector option) option,
     readArrNB : (array_slice -> int option) option,
     block : (unit -> unit) option,
     canInput : (unit -> bool) option,
     avail : unit -> int option,
     getPos : (unit -> pos) option,
     setPos : (pos -> unit) option,
     endPos : (unit -> pos) option,
     verifyPos : (unit -> pos) option,
     close : unit -> unit,
     ioDesc : System.iodesc option}

  datatype writer = WR of
    {name : string,
     chunkSize : int,
     writeVec : (vector_slice -> int) option,
     writeArr : (array_slice -> int) option,
     writeVecNB : (vector_slice -> int option) option,
     writeArrNB : (array_slice -> int option) option,
     block : (unit -> unit) option,
     canOutput : (unit -> bool) option,
     getPos : (unit -> pos) option,
     setPos : (pos -> unit) option,
     endPos : (unit -> pos) option,
     verifyPos : (unit -> pos) option,
     close : unit -> unit,
     ioDesc : System.iodesc option}

  local
    (* Copies into an array slice from its start. *)
    fun fill (sl, v) =
      let val (a, i, _) = ArraySlice.base sl
      in Array.copyVec {src = v, dst = a, di = i}; Vector.length v end

    fun size n = if n < 0 then raise Size else n

    (* Fails once closed. *)
    fun open' closed f x = if !closed then raise IO.ClosedStream else f x
  in
    fun openVector v =
      let
        val (at, closed) = (ref 0, ref false)
        fun left () = Vector.length v - !at
        fun readVec n =
          let
            val k = System.min (size n, left ())
            val part = VectorSlice.vector (VectorSlice.slice (v, !at, SOME k))
          in
            at := !at + k;
            part
          end
        fun readArr sl = fill (sl, readVec (ArraySlice.length sl))
        fun may f = SOME (open' closed f)
      in
        RD
          {name = "<vector>", chunkSize = 32, readVec = may readVec, readArr = may readArr,
           readVecNB = may (fn n => SOME (readVec n)),
           readArrNB = may (fn sl => SOME (readArr sl)), block = may (fn () => ()),
           canInput = may (fn () => true), avail = open' closed (fn () => SOME (left ())),
           getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE,
           close = fn () => closed := true, ioDesc = NONE}
      end

    fun nullRd () =
      let
        val closed = ref false
        fun may f = SOME (open' closed f)
        val none = Vector.fromList []
      in
        RD
          {name = "<null>", chunkSize = 1, readVec = may (fn n => (ignore (size n); none)),
           readArr = may (fn _ => 0), readVecNB = may (fn n => (ignore (size n); SOME none)),
           readArrNB = may (fn _ => SOME 0), block = may (fn () => ()),
           canInput = may (fn () => true), avail = fn () => SOME 0, getPos = NONE, setPos = NONE,
           endPos = NONE, verifyPos = NONE, close = fn () => closed := true, ioDesc = NONE}
      end

    fun nullWr () =
      let
        val closed = ref false
        fun may f = SOME (open' closed f)
      in
        WR
          {name = "<null>", chunkSize = 1, writeVec = may VectorSlice.length,
           writeArr = may ArraySlice.length, writeVecNB = may (SOME o VectorSlice.length),
           writeArrNB = may (SOME o ArraySlice.length), block = may (fn () => ()),
           canOutput = may (fn () => true), getPos = NONE, setPos = NONE, endPos = NONE,
           verifyPos = NONE, close = fn () => closed := true, ioDesc = NONE}
      end

    fun augmentReader (RD r) =
      let
        val {name, chunkSize, readVec, readArr, readVecNB, readArrNB, block, canInput, ...} = r
        fun vecOfArr read n =
          let
            val a = Array.array (n, someElem)
            val k = read (ArraySlice.full a)
          in
            ArraySlice.vector (ArraySlice.slice (a, 0, SOME k))
          end
        fun arrOfVec read sl = fill (sl, read (ArraySlice.length sl))
        fun wait (block, read) x = (block (); valOf (read x))
        fun ask (can, read) x = if can () then SOME (read x) else NONE
        val readVec' =
          case (readVec, readArr, readVecNB, readArrNB, block) of
            (SOME _, _, _, _, _) => readVec
          | (_, SOME read, _, _, _) => SOME (vecOfArr read)
          | (_, _, SOME read, _, SOME block) => SOME (wait (block, read))
          | (_, _, _, SOME read, SOME block) => SOME (vecOfArr (wait (block, read)))
          | _ => NONE
        val readArr' =
          case (readArr, readVec') of
            (SOME _, _) => readArr
          | (_, SOME read) => SOME (arrOfVec read)
          | _ => NONE
        val readVecNB' =
          case (readVecNB, readArrNB, canInput, readVec') of
            (SOME _, _, _, _) => readVecNB
          | (_, SOME read, _, _) =>
              SOME
                (fn n =>
                   let val a = Array.array (n, someElem)
                   in
                     Option.map (fn k => ArraySlice.vector (ArraySlice.slice (a, 0, SOME k)))
                       (read (ArraySlice.full a))
                   end)
          | (_, _, SOME can, SOME read) => SOME (ask (can, read))
          | _ => NONE
        val readArrNB' =
          case (readArrNB, readVecNB') of
            (SOME _, _) => readArrNB
          | (_, SOME read) =>
              SOME (fn sl => Option.map (fn v => fill (sl, v)) (read (ArraySlice.length sl)))
          | _ => NONE
      in
        RD
          {name = name, chunkSize = chunkSize, readVec = readVec', readArr = readArr',
           readVecNB = readVecNB', readArrNB = readArrNB', block = block, canInput = canInput,
           avail = #avail r, getPos = #getPos r, setPos = #setPos r, endPos = #endPos r,
           verifyPos = #verifyPos r, close = #close r, ioDesc = #ioDesc r}
      end

    fun augmentWriter (WR w) =
      let
        val {name, chunkSize, writeVec, writeArr, writeVecNB, writeArrNB, block, canOutput, ...} = w
        fun vecOfArr write sl =
          let val a = Array.array (VectorSlice.length sl, someElem)
          in
            Array.copyVec {src = VectorSlice.vector sl, dst = a, di = 0};
            write (ArraySlice.full a)
          end
        fun arrOfVec write sl = write (VectorSlice.full (ArraySlice.vector sl))
        fun wait (block, write) x = (block (); valOf (write x))
        fun ask (can, write) x = if can () then SOME (write x) else NONE
        val writeVec' =
          case (writeVec, writeArr, writeVecNB, writeArrNB, block) of
            (SOME _, _, _, _, _) => writeVec
          | (_, SOME write, _, _, _) => SOME (vecOfArr write)
          | (_, _, SOME write, _, SOME block) => SOME (wait (block, write))
          | (_, _, _, SOME write, SOME block) => SOME (vecOfArr (wait (block, write)))
          | _ => NONE
        val writeArr' =
          case (writeArr, writeVec') of
            (SOME _, _) => writeArr
          | (_, SOME write) => SOME (arrOfVec write)
          | _ => NONE
        val writeVecNB' =
          case (writeVecNB, writeArrNB, canOutput, writeVec') of
            (SOME _, _, _, _) => writeVecNB
          | (_, SOME write, _, _) => SOME (vecOfArr write)
          | (_, _, SOME can, SOME write) => SOME (ask (can, write))
          | _ => NONE
        val writeArrNB' =
          case (writeArrNB, writeVecNB') of
            (SOME _, _) => writeArrNB
          | (_, SOME write) => SOME (arrOfVec write)
          | _ => NONE
      in
        WR
          {name = name, chunkSize = chunkSize, writeVec = writeVec', writeArr = writeArr',
           writeVecNB = writeVecNB', writeArrNB = writeArrNB', block = block,
           canOutput = canOutput, getPos = #getPos w, setPos = #setPos w, endPos = #endPos w,
           verifyPos = #verifyPos w, close = #close w, ioDesc = #ioDesc w}
      end
  end
end
