(* Readers and writers, over which streams are made. *)

signature PRIM_IO = sig
  (** What is read and written. *)
  type elem
  (** Vectors of elements. *)
  type vector
  (** Parts of vectors. *)
  type vector_slice
  (** Arrays of elements. *)
  type array
  (** Parts of arrays. *)
  type array_slice
  (** Positions in a file. *)
  eqtype pos

  (** [compare (p, q)] is the order of positions. *)
  val compare : pos * pos -> order

  (** A source of elements: what it can do, as far as it can. *)
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

  (** A sink of elements: what it can do, as far as it can. *)
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

  (** [openVector v] is a reader of the elements of [v]. *)
  val openVector : vector -> reader
  (** [nullRd ()] is a reader that is at its end. *)
  val nullRd : unit -> reader
  (** [nullWr ()] is a writer that forgets what it is given. *)
  val nullWr : unit -> writer
  (** [augmentReader rd] is [rd] with the operations that can be made of those it has. *)
  val augmentReader : reader -> reader
  (** [augmentWriter wr] is [wr] with the operations that can be made of those it has. *)
  val augmentWriter : writer -> writer
end
