(* Parts of arrays. *)

signature ARRAY_SLICE = sig
  (** Parts of arrays. *)
  type 'a slice

  (** [length sl] is the number of elements. *)
  val length : 'a slice -> int
  (** [sub (sl, i)] is element [i] of the slice; raises Subscript. *)
  val sub : 'a slice * int -> 'a
  (** [update (sl, i, x)] makes [x] element [i] of the slice; raises Subscript. *)
  val update : 'a slice * int * 'a -> unit
  (** [full a] is the slice of all of [a]. *)
  val full : 'a array -> 'a slice
  (** [slice (a, i, SOME n)] is [n] elements of [a] from [i] on, with NONE all that follow; raises Subscript. *)
  val slice : 'a array * int * int option -> 'a slice
  (** [subslice (sl, i, SOME n)] is [n] elements of [sl] from [i] on, with NONE all that follow; raises Subscript. *)
  val subslice : 'a slice * int * int option -> 'a slice
  (** [base sl] is the array that [sl] is a slice of, where it begins and its length. *)
  val base : 'a slice -> 'a array * int * int
  (** [vector sl] is a vector of the elements that [sl] has now. *)
  val vector : 'a slice -> 'a vector
  (** [copy {src, dst, di}] copies [src] into [dst] from index [di] on; raises Subscript. *)
  val copy : {src : 'a slice, dst : 'a array, di : int} -> unit
  (** [copyVec {src, dst, di}] copies [src] into [dst] from index [di] on; raises Subscript. *)
  val copyVec : {src : 'a VectorSlice.slice, dst : 'a array, di : int} -> unit
  (** [isEmpty sl] tells whether there is no element. *)
  val isEmpty : 'a slice -> bool
  (** [getItem sl] is SOME of first element and rest, or NONE. *)
  val getItem : 'a slice -> ('a * 'a slice) option
  (** [appi f sl] applies [f] to indices and elements from left to right. *)
  val appi : (int * 'a -> unit) -> 'a slice -> unit
  (** [app f sl] applies [f] to the elements from left to right. *)
  val app : ('a -> unit) -> 'a slice -> unit
  (** [modifyi f sl] replaces each element [x] of index [i] by [f (i, x)]. *)
  val modifyi : (int * 'a -> 'a) -> 'a slice -> unit
  (** [modify f sl] replaces each element [x] by [f x]. *)
  val modify : ('a -> 'a) -> 'a slice -> unit
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

structure ArraySlice :> ARRAY_SLICE = struct
  (* The array, where the part begins and before which index it ends. *)
  datatype 'a slice = Slice of 'a array * int * int

  fun length (Slice (_, i, n)) = n - i
  fun isEmpty (Slice (_, i, n)) = i >= n
  fun base (Slice (s, i, n)) = (s, i, n - i)
  fun full s = Slice (s, 0, Array.length s)
  fun sub (Slice (s, i, n), j) = Sequence.get (s, Sequence.at (i, n, j))
  fun getItem (Slice (s, i, n)) =
    if i >= n then NONE else SOME (Sequence.get (s, i), Slice (s, i + 1, n))
  fun update (Slice (a, i, n), j, x) = Sequence.set (a, Sequence.at (i, n, j), x)
  fun vector (Slice (a, i, n)) = Sequence.freeze (Sequence.part (a, i, n))
  fun copy {src = Slice (a, i, n), dst, di} = Sequence.copy (a, i, dst, di, n - i)
  fun copyVec {src, dst, di} =
    let val (v, i, n) = VectorSlice.base src in Sequence.vcopy (v, i, dst, di, n) end

  fun modifyi f (Slice (a, i, n)) =
    let
      fun go j =
        if j < n then (Sequence.set (a, j, f (j - i, Sequence.get (a, j))); go (j + 1)) else ()
    in
      go i
    end

  fun modify f sl = modifyi (fn (_, x) => f x) sl

  local
    structure Ranges =
      KontRanges (type 'a seq = 'a array type 'a elem = 'a val get = Sequence.get)
    fun rep (Slice part) = part
  in
    fun slice (s, i, n) = Slice (s, i, Ranges.stop (Array.length s, i, n))
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
