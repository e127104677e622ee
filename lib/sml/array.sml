(* Arrays: sequences whose elements can be replaced. *)

signature ARRAY = sig
  (** Arrays. *)
  eqtype 'a array
  (** Vectors. *)
  type 'a vector

  (** The greatest length of an array. *)
  val maxLen : int
  (** [array (n, x)] is a new array of [n] times [x]; raises Size. *)
  val array : int * 'a -> 'a array
  (** [fromList l] is a new array of the elements of [l]; raises Size. *)
  val fromList : 'a list -> 'a array
  (** [tabulate (n, f)] is a new array of [f 0, ..., f (n - 1)]; raises Size. *)
  val tabulate : int * (int -> 'a) -> 'a array
  (** [length a] is the number of elements. *)
  val length : 'a array -> int
  (** [sub (a, i)] is element [i]; raises Subscript. *)
  val sub : 'a array * int -> 'a
  (** [update (a, i, x)] makes [x] element [i] of [a]; raises Subscript. *)
  val update : 'a array * int * 'a -> unit
  (** [vector a] is a vector of the elements that [a] has now. *)
  val vector : 'a array -> 'a vector
  (** [copy {src, dst, di}] copies [src] into [dst] from index [di] on; raises Subscript. *)
  val copy : {src : 'a array, dst : 'a array, di : int} -> unit
  (** [copyVec {src, dst, di}] copies [src] into [dst] from index [di] on; raises Subscript. *)
  val copyVec : {src : 'a vector, dst : 'a array, di : int} -> unit
  (** [appi f a] applies [f] to indices and elements from left to right. *)
  val appi : (int * 'a -> unit) -> 'a array -> unit
  (** [app f a] applies [f] to the elements from left to right. *)
  val app : ('a -> unit) -> 'a array -> unit
  (** [modifyi f a] replaces each element [x] of index [i] by [f (i, x)]. *)
  val modifyi : (int * 'a -> 'a) -> 'a array -> unit
  (** [modify f a] replaces each element [x] by [f x]. *)
  val modify : ('a -> 'a) -> 'a array -> unit
  (** [foldli f b a] folds indices and elements from left to right. *)
  val foldli : (int * 'a * 'b -> 'b) -> 'b -> 'a array -> 'b
  (** [foldri f b a] folds indices and elements from right to left. *)
  val foldri : (int * 'a * 'b -> 'b) -> 'b -> 'a array -> 'b
  (** [foldl f b a] folds the elements from left to right. *)
  val foldl : ('a * 'b -> 'b) -> 'b -> 'a array -> 'b
  (** [foldr f b a] folds the elements from right to left. *)
  val foldr : ('a * 'b -> 'b) -> 'b -> 'a array -> 'b
  (** [findi p a] is the first index and element that satisfy [p], or NONE. *)
  val findi : (int * 'a -> bool) -> 'a array -> (int * 'a) option
  (** [find p a] is the first element that satisfies [p], or NONE. *)
  val find : ('a -> bool) -> 'a array -> 'a option
  (** [exists p a] tells whether an element satisfies [p]. *)
  val exists : ('a -> bool) -> 'a array -> bool
  (** [all p a] tells whether all elements satisfy [p]. *)
  val all : ('a -> bool) -> 'a array -> bool
  (** [collate c (a, b)] compares lexicographically by [c]. *)
  val collate : ('a * 'a -> order) -> 'a array * 'a array -> order
end

structure Array : ARRAY = struct
  type 'a array = 'a array
  type 'a vector = 'a vector

  val maxLen = Sequence.maxLen
  val array = _prim "array.new" : int * 'a -> 'a array
  val length = _prim "array.len" : 'a array -> int
  val sub = _prim "array.get" : 'a array * int -> 'a
  val update = _prim "array.set" : 'a array * int * 'a -> unit

  fun fromList l = Sequence.fromList l
  fun tabulate (n, f) = Sequence.tabulate (n, f)
  fun vector a = Sequence.freeze (Sequence.part (a, 0, length a))
  fun copy {src, dst, di} = Sequence.copy (src, 0, dst, di, length src)
  fun copyVec {src, dst, di} = Sequence.vcopy (src, 0, dst, di, Sequence.vsize src)

  fun modifyi f a =
    let
      val n = length a
      fun go i =
        if i < n then (Sequence.set (a, i, f (i, Sequence.get (a, i))); go (i + 1)) else ()
    in
      go 0
    end

  fun modify f a = modifyi (fn (_, x) => f x) a

  local
    structure Ranges =
      KontRanges (type 'a seq = 'a array type 'a elem = 'a val get = Sequence.get)
    fun whole a = (a, 0, length a)
  in
    fun appi f a = Ranges.appi f (whole a)
    fun app f a = Ranges.app f (whole a)
    fun foldli f b a = Ranges.foldli f b (whole a)
    fun foldri f b a = Ranges.foldri f b (whole a)
    fun foldl f b a = Ranges.foldl f b (whole a)
    fun foldr f b a = Ranges.foldr f b (whole a)
    fun findi p a = Ranges.findi p (whole a)
    fun find p a = Ranges.find p (whole a)
    fun exists p a = Ranges.exists p (whole a)
    fun all p a = Ranges.all p (whole a)
    fun collate c (a, b) = Ranges.collate c (whole a, whole b)
  end
end
