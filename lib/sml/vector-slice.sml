(* Parts of vectors. *)

signature VECTOR_SLICE = sig
  (** Parts of vectors. *)
  type 'a slice

  (** [length sl] is the number of elements. *)
  val length : 'a slice -> int
  (** [sub (sl, i)] is element [i] of the slice; raises Subscript. *)
  val sub : 'a slice * int -> 'a
  (** [full v] is the slice of all of [v]. *)
  val full : 'a vector -> 'a slice
  (** [slice (v, i, SOME n)] is [n] elements of [v] from [i] on, with NONE all that follow; raises Subscript. *)
  val slice : 'a vector * int * int option -> 'a slice
  (** [subslice (sl, i, SOME n)] is [n] elements of [sl] from [i] on, with NONE all that follow; raises Subscript. *)
  val subslice : 'a slice * int * int option -> 'a slice
  (** [base sl] is the vector that [sl] is a slice of, where it begins and its length. *)
  val base : 'a slice -> 'a vector * int * int
  (** [vector sl] is the vector of the elements. *)
  val vector : 'a slice -> 'a vector
  (** [concat l] is the elements of all slices of [l], one after the other; raises Size. *)
  val concat : 'a slice list -> 'a vector
  (** [isEmpty sl] tells whether there is no element. *)
  val isEmpty : 'a slice -> bool
  (** [getItem sl] is SOME of first element and rest, or NONE. *)
  val getItem : 'a slice -> ('a * 'a slice) option
  (** [appi f sl] applies [f] to indices and elements from left to right. *)
  val appi : (int * 'a -> unit) -> 'a slice -> unit
  (** [app f sl] applies [f] to the elements from left to right. *)
  val app : ('a -> unit) -> 'a slice -> unit
  (** [mapi f sl] is the vector of [f (i, x)] for indices and elements. *)
  val mapi : (int * 'a -> 'b) -> 'a slice -> 'b vector
  (** [map f sl] is the vector of [f x] for the elements [x]. *)
  val map : ('a -> 'b) -> 'a slice -> 'b vector
  (** [foldli f b sl] folds indices and elements from left to right. *)
  val foldli : (int * 'a * 'b -> 'b) -> 'b -> 'a slice -> 'b
  (** [foldri f b sl] folds indices and elements from right to left. *)
  val foldri : (int * 'a * 'b -> 'b) -> 'b -> 'a slice -> 'b
  (** [foldl f b sl] folds the elements from left to right. *)
  val foldl : ('a * 'b -> 'b) -> 'b -> 'a slice -> 'b
  (** [foldr f b sl] folds the elements from right to left. *)
  val foldr : ('a * 'b -> 'b) -> 'b -> 'a slice -> 'b
  (** [findi p sl] is the first index and element that satisfy [p], or NONE. *)
  val findi : (int * 'a -> bool) -> 'a slice -> (int * 'a) option
  (** [find p sl] is the first element that satisfies [p], or NONE. *)
  val find : ('a -> bool) -> 'a slice -> 'a option
  (** [exists p sl] tells whether an element satisfies [p]. *)
  val exists : ('a -> bool) -> 'a slice -> bool
  (** [all p sl] tells whether all elements satisfy [p]. *)
  val all : ('a -> bool) -> 'a slice -> bool
  (** [collate c (sl, sl')] compares lexicographically by [c]. *)
  val collate : ('a * 'a -> order) -> 'a slice * 'a slice -> order
end

structure VectorSlice :> VECTOR_SLICE = struct
  (* The vector, where the part begins and before which index it ends. *)
  datatype 'a slice = Slice of 'a vector * int * int

  fun length (Slice (_, i, n)) = n - i
  fun isEmpty (Slice (_, i, n)) = i >= n
  fun base (Slice (s, i, n)) = (s, i, n - i)
  fun full s = Slice (s, 0, Vector.length s)
  fun sub (Slice (s, i, n), j) = Sequence.vget (s, Sequence.at (i, n, j))
  fun getItem (Slice (s, i, n)) =
    if i >= n then NONE else SOME (Sequence.vget (s, i), Slice (s, i + 1, n))
  fun vector (Slice (v, i, n)) = Sequence.freeze (Sequence.vpart (v, i, n))
  fun concat l = Sequence.concat (List.map (fn Slice part => part) l)

  fun mapi f (Slice (v, i, n)) = Vector.tabulate (n - i, fn j => f (j, Sequence.vget (v, i + j)))
  fun map f (Slice (v, i, n)) = Vector.tabulate (n - i, fn j => f (Sequence.vget (v, i + j)))

  local
    structure Ranges =
      KontRanges (type 'a seq = 'a vector type 'a elem = 'a val get = Sequence.vget)
    fun rep (Slice part) = part
  in
    fun slice (s, i, n) = Slice (s, i, Ranges.stop (Vector.length s, i, n))
    fun subslice (Slice (s, i, n), j, m) =
      let val stop = Ranges.stop (n - i, j, m) in Slice (s, i + j, i + stop) end
    fun appi f sl = Ranges.appi f (rep sl)
    fun app f sl = Ranges.app f (rep sl)
    fun foldli f b sl = Ranges.foldli f b (rep sl)
    fun foldri f b sl = Ranges.foldri f b (rep sl)
    fun foldl f b sl = Ranges.foldl f b (rep sl)
    fun foldr f b sl = Ranges.foldr f b (rep sl)
    fun findi p sl = Ranges.findi p (rep sl)
    fun find p sl = Ranges.find p (rep sl)
    fun exists p sl = Ranges.exists p (rep sl)
    fun all p sl = Ranges.all p (rep sl)
    fun collate c (sl, sl') = Ranges.collate c (rep sl, rep sl')
  end
end
