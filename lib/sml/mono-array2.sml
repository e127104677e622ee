(* Arrays of rows and columns of bytes. *)

functor KontByteArray2 (type elem type vector) = struct
  local
    structure Bytes = KontByteVector (type elem = elem type vector = vector)
    fun pack v = Bytes.tabulate (Vector.length v, fn i => Sequence.vget (v, i))
  in
    open Array2
    type elem = elem
    type array = elem Array2.array
    type vector = vector
    type region = elem Array2.region

    fun row (a : array, i) = pack (Array2.row (a, i))
    fun column (a : array, j) = pack (Array2.column (a, j))
  end
end
