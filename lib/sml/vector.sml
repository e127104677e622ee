(* Vectors: sequences that do not change. *)

signature VECTOR = sig
  (** Vectors. *)
  eqtype 'a vector

  (** The greatest length of a vector. *)
  val maxLen : int
  (** [fromList l] is the vector of the elements of [l]; raises Size. *)
  val fromList : 'a list -> 'a vector
  (** [tabulate (n, f)] is the vector of [f 0, ..., f (n - 1)]; raises Size. *)
  val tabulate : int * (int -> 'a) -> 'a vector
  (** [length v] is the number of elements. *)
  val length : 'a vector -> int
  (** [sub (v, i)] is element [i]; raises Subscript. *)
  val sub : 'a vector * int -> 'a
  (** [update (v, i, x)] is [v] with [x] as element [i]; raises Subscript. *)
  val update : 'a vector * int * 'a -> 'a vector
  (** [concat l] is all vectors of [l], one after the other; raises Size. *)
  val concat : 'a vector list -> 'a vector
  (** [appi f v] applies [f] to indices and elements from left to right. *)
  val appi : (int * 'a -> unit) -> 'a vector -> unit
  (** [app f v] applies [f] to the elements from left to right. *)
  val app : ('a -> unit) -> 'a vector -> unit
  (** [mapi f v] is the vector of [f (i, x)] for indices and elements. *)
  val mapi : (int * 'a -> 'b) -> 'a vector -> 'b vector
  (** [map f v] is the vector of [f x] for the elements [x]. *)
  val map : ('a -> 'b) -> 'a vector -> 'b vector
  (** [foldli f b v] folds indices and elements from left to right. *)
  val foldli : (int * 'a * 'b -> 'b) -> 'b -> 'a vector -> 'b
  (** [foldri f b v] folds indices and elements from right to left. *)
  val foldri : (int * 'a * 'b -> 'b) -> 'b -> 'a vector -> 'b
  (** [foldl f b v] folds the elements from left to right. *)
  val foldl : ('a * 'b -> 'b) -> 'b -> 'a vector -> 'b
  (** [foldr f b v] folds the elements from right to left. *)
  val foldr : ('a * 'b -> 'b) -> 'b -> 'a vector -> 'b
  (** [findi p v] is the first index and element that satisfy [p], or NONE. *)
  val findi : (int * 'a -> bool) -> 'a vector -> (int * 'a) option
  (** [find p v] is the first element that satisfies [p], or NONE. *)
  val find : ('a -> bool) -> 'a vector -> 'a option
  (** [exists p v] tells whether an element satisfies [p]. *)
  val exists : ('a -> bool) -> 'a vector -> bool
  (** [all p v] tells whether all elements satisfy [p]. *)
  val all : ('a -> bool) -> 'a vector -> bool
  (** [collate c (v, w)] compares lexicographically by [c]. *)
  val collate : ('a * 'a -> order) -> 'a vector * 'a vector -> order
end

(* The operations of which arrays, vectors and slices are made. *)
structure Sequence = struct
  val new = _prim "array.new" : int * 'a -> 'a array
  (* So many elements, each of which must be set before it is looked at; raises Size. *)
  val blank = _prim "array.blank" : int -> 'a array
  val empty = _prim "array.lit" : unit -> 'a array
  val size = _prim "array.len" : 'a array -> int
  val get = _prim "array.get.u" : 'a array * int -> 'a
  val set = _prim "array.set.u" : 'a array * int * 'a -> unit
  val copy = _prim "array.copy" : 'a array * int * 'a array * int * int -> unit
  val freeze = _prim "freeze" : 'a array -> 'a vector
  val vsize = _prim "array.len" : 'a vector -> int
  val vget = _prim "array.get.u" : 'a vector * int -> 'a
  val vcopy = _prim "array.copy" : 'a vector * int * 'a array * int * int -> unit
  val maxLen = 68719476736

  (* The first number, if it is an index of so many; raises Subscript. *)
  val index = _prim "index.i64" : int * int -> int

  local
    val plus = _prim "add.i64" : int * int -> int
    val minus = _prim "sub.i64" : int * int -> int
  in
    (* The index of element j of a part from i to n; raises Subscript. *)
    fun at (i, n, j) = plus (i, index (j, minus (n, i)))
  end

  (* True of lengths that no array can have. *)
  fun bad n = n < 0 orelse n > maxLen

  fun fromList l =
    let
      val a = blank (List.length l)
      fun fill (_, []) = a
        | fill (i, h :: t) = (set (a, i, h); fill (i + 1, t))
    in
      fill (0, l)
    end

  fun tabulate (n, f) =
    let
      val a = blank n
      fun fill i = if i < n then (set (a, i, f i); fill (i + 1)) else a
    in
      fill 0
    end

  (* A copy of the elements from i to n. *)
  fun part (a, i, n) =
    if i >= n then empty ()
    else
      let val b = blank (n - i) in copy (a, i, b, 0, n - i); b end

  fun vpart (v, i, n) =
    if i >= n then empty ()
    else
      let val b = blank (n - i) in vcopy (v, i, b, 0, n - i); b end

  (* The sum of lengths of pieces; raises Size. *)
  fun total length l =
    List.foldl (fn (x, n) => let val n = n + length x in if n > maxLen then raise Size else n end) 0 l

  (* The elements of pieces (sequence, from, to), one after the other. *)
  fun concat (pieces : ('a vector * int * int) list) =
    let
      fun fill (a, _, []) = freeze a
        | fill (a, at, (v, i, n) :: t) = (vcopy (v, i, a, at, n - i); fill (a, at + n - i, t))
    in
      fill (blank (total (fn (_, i, n) => n - i) pieces), 0, pieces)
    end
end

structure Vector : VECTOR = struct
  type 'a vector = 'a vector

  val maxLen = Sequence.maxLen
  val length = _prim "array.len" : 'a vector -> int
  val sub = _prim "array.get" : 'a vector * int -> 'a

  fun fromList l = Sequence.freeze (Sequence.fromList l)
  fun tabulate (n, f) = Sequence.freeze (Sequence.tabulate (n, f))

  fun update (v, i, x) =
    if i < 0 orelse i >= length v then raise Subscript
    else
      let val a = Sequence.vpart (v, 0, length v)
      in Sequence.set (a, i, x); Sequence.freeze a end

  fun concat l = Sequence.concat (List.map (fn v => (v, 0, length v)) l)

  fun mapi f v = tabulate (length v, fn i => f (i, Sequence.vget (v, i)))
  fun map f v = tabulate (length v, fn i => f (Sequence.vget (v, i)))

  local
    structure Ranges =
      KontRanges (type 'a seq = 'a vector type 'a elem = 'a val get = Sequence.vget)
    fun whole v = (v, 0, length v)
  in
    fun appi f v = Ranges.appi f (whole v)
    fun app f v = Ranges.app f (whole v)
    fun foldli f b v = Ranges.foldli f b (whole v)
    fun foldri f b v = Ranges.foldri f b (whole v)
    fun foldl f b v = Ranges.foldl f b (whole v)
    fun foldr f b v = Ranges.foldr f b (whole v)
    fun findi p v = Ranges.findi p (whole v)
    fun find p v = Ranges.find p (whole v)
    fun exists p v = Ranges.exists p (whole v)
    fun all p v = Ranges.all p (whole v)
    fun collate c (v, w) = Ranges.collate c (whole v, whole w)
  end
end
