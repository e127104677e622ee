(* The signatures of sequences of one type of elements. *)

signature MONO_VECTOR = sig
  (** Vectors of these elements. *)
  type vector
  (** Their elements. *)
  type elem

  (** The greatest length of a vector. *)
  val maxLen : int
  (** [fromList l] is the vector of the elements of [l]; raises Size. *)
  val fromList : elem list -> vector
  (** [tabulate (n, f)] is the vector of [f 0, ..., f (n - 1)]; raises Size. *)
  val tabulate : int * (int -> elem) -> vector
  (** [length v] is the number of elements. *)
  val length : vector -> int
  (** [sub (v, i)] is element [i]; raises Subscript. *)
  val sub : vector * int -> elem
  (** [update (v, i, x)] is [v] with [x] as element [i]; raises Subscript. *)
  val update : vector * int * elem -> vector
  (** [concat l] is all vectors of [l], one after the other; raises Size. *)
  val concat : vector list -> vector
  (** [appi f v] applies [f] to indices and elements from left to right. *)
  val appi : (int * elem -> unit) -> vector -> unit
  (** [app f v] applies [f] to the elements from left to right. *)
  val app : (elem -> unit) -> vector -> unit
  (** [mapi f v] is the vector of [f (i, x)] for indices and elements. *)
  val mapi : (int * elem -> elem) -> vector -> vector
  (** [map f v] is the vector of [f x] for the elements [x]. *)
  val map : (elem -> elem) -> vector -> vector
  (** [foldli f b v] folds indices and elements from left to right. *)
  val foldli : (int * elem * 'a -> 'a) -> 'a -> vector -> 'a
  (** [foldri f b v] folds indices and elements from right to left. *)
  val foldri : (int * elem * 'a -> 'a) -> 'a -> vector -> 'a
  (** [foldl f b v] folds the elements from left to right. *)
  val foldl : (elem * 'a -> 'a) -> 'a -> vector -> 'a
  (** [foldr f b v] folds the elements from right to left. *)
  val foldr : (elem * 'a -> 'a) -> 'a -> vector -> 'a
  (** [findi p v] is the first index and element that satisfy [p], or NONE. *)
  val findi : (int * elem -> bool) -> vector -> (int * elem) option
  (** [find p v] is the first element that satisfies [p], or NONE. *)
  val find : (elem -> bool) -> vector -> elem option
  (** [exists p v] tells whether an element satisfies [p]. *)
  val exists : (elem -> bool) -> vector -> bool
  (** [all p v] tells whether all elements satisfy [p]. *)
  val all : (elem -> bool) -> vector -> bool
  (** [collate c (v, v')] compares lexicographically by [c]. *)
  val collate : (elem * elem -> order) -> vector * vector -> order
end

signature MONO_ARRAY = sig
  (** Arrays of these elements. *)
  eqtype array
  (** Their elements. *)
  type elem
  (** Vectors of these elements. *)
  type vector

  (** The greatest length of an array. *)
  val maxLen : int
  (** [array (n, x)] is a new array of [n] times [x]; raises Size. *)
  val array : int * elem -> array
  (** [fromList l] is a new array of the elements of [l]; raises Size. *)
  val fromList : elem list -> array
  (** [tabulate (n, f)] is a new array of [f 0, ..., f (n - 1)]; raises Size. *)
  val tabulate : int * (int -> elem) -> array
  (** [length a] is the number of elements. *)
  val length : array -> int
  (** [sub (a, i)] is element [i]; raises Subscript. *)
  val sub : array * int -> elem
  (** [update (a, i, x)] makes [x] element [i] of [a]; raises Subscript. *)
  val update : array * int * elem -> unit
  (** [vector a] is a vector of the elements that [a] has now. *)
  val vector : array -> vector
  (** [copy {src, dst, di}] copies [src] into [dst] from index [di] on; raises Subscript. *)
  val copy : {src : array, dst : array, di : int} -> unit
  (** [copyVec {src, dst, di}] copies [src] into [dst] from index [di] on; raises Subscript. *)
  val copyVec : {src : vector, dst : array, di : int} -> unit
  (** [appi f a] applies [f] to indices and elements from left to right. *)
  val appi : (int * elem -> unit) -> array -> unit
  (** [app f a] applies [f] to the elements from left to right. *)
  val app : (elem -> unit) -> array -> unit
  (** [modifyi f a] replaces each element [x] of index [i] by [f (i, x)]. *)
  val modifyi : (int * elem -> elem) -> array -> unit
  (** [modify f a] replaces each element [x] by [f x]. *)
  val modify : (elem -> elem) -> array -> unit
  (** [foldli f b a] folds indices and elements from left to right. *)
  val foldli : (int * elem * 'b -> 'b) -> 'b -> array -> 'b
  (** [foldri f b a] folds indices and elements from right to left. *)
  val foldri : (int * elem * 'b -> 'b) -> 'b -> array -> 'b
  (** [foldl f b a] folds the elements from left to right. *)
  val foldl : (elem * 'b -> 'b) -> 'b -> array -> 'b
  (** [foldr f b a] folds the elements from right to left. *)
  val foldr : (elem * 'b -> 'b) -> 'b -> array -> 'b
  (** [findi p a] is the first index and element that satisfy [p], or NONE. *)
  val findi : (int * elem -> bool) -> array -> (int * elem) option
  (** [find p a] is the first element that satisfies [p], or NONE. *)
  val find : (elem -> bool) -> array -> elem option
  (** [exists p a] tells whether an element satisfies [p]. *)
  val exists : (elem -> bool) -> array -> bool
  (** [all p a] tells whether all elements satisfy [p]. *)
  val all : (elem -> bool) -> array -> bool
  (** [collate c (a, a')] compares lexicographically by [c]. *)
  val collate : (elem * elem -> order) -> array * array -> order
end

signature MONO_VECTOR_SLICE = sig
  (** Elements. *)
  type elem
  (** Vectors of these elements. *)
  type vector
  (** Parts of these vectors. *)
  type slice

  (** [length sl] is the number of elements. *)
  val length : slice -> int
  (** [sub (sl, i)] is element [i] of the slice; raises Subscript. *)
  val sub : slice * int -> elem
  (** [full v] is the slice of all of [v]. *)
  val full : vector -> slice
  (** [slice (v, i, SOME n)] is [n] elements of [v] from [i] on, with NONE all that follow; raises Subscript. *)
  val slice : vector * int * int option -> slice
  (** [subslice (sl, i, SOME n)] is [n] elements of [sl] from [i] on, with NONE all that follow; raises Subscript. *)
  val subslice : slice * int * int option -> slice
  (** [base sl] is the vector that [sl] is a slice of, where it begins and its length. *)
  val base : slice -> vector * int * int
  (** [vector sl] is the vector of the elements. *)
  val vector : slice -> vector
  (** [concat l] is the elements of all slices of [l], one after the other; raises Size. *)
  val concat : slice list -> vector
  (** [isEmpty sl] tells whether there is no element. *)
  val isEmpty : slice -> bool
  (** [getItem sl] is SOME of first element and rest, or NONE. *)
  val getItem : slice -> (elem * slice) option
  (** [appi f sl] applies [f] to indices and elements from left to right. *)
  val appi : (int * elem -> unit) -> slice -> unit
  (** [app f sl] applies [f] to the elements from left to right. *)
  val app : (elem -> unit) -> slice -> unit
  (** [mapi f sl] is the vector of [f (i, x)] for indices and elements. *)
  val mapi : (int * elem -> elem) -> slice -> vector
  (** [map f sl] is the vector of [f x] for the elements [x]. *)
  val map : (elem -> elem) -> slice -> vector
  (** [foldli f b sl] folds indices and elements from left to right. *)
  val foldli : (int * elem * 'a -> 'a) -> 'a -> slice -> 'a
  (** [foldri f b sl] folds indices and elements from right to left. *)
  val foldri : (int * elem * 'a -> 'a) -> 'a -> slice -> 'a
  (** [foldl f b sl] folds the elements from left to right. *)
  val foldl : (elem * 'a -> 'a) -> 'a -> slice -> 'a
  (** [foldr f b sl] folds the elements from right to left. *)
  val foldr : (elem * 'a -> 'a) -> 'a -> slice -> 'a
  (** [findi p sl] is the first index and element that satisfy [p], or NONE. *)
  val findi : (int * elem -> bool) -> slice -> (int * elem) option
  (** [find p sl] is the first element that satisfies [p], or NONE. *)
  val find : (elem -> bool) -> slice -> elem option
  (** [exists p sl] tells whether an element satisfies [p]. *)
  val exists : (elem -> bool) -> slice -> bool
  (** [all p sl] tells whether all elements satisfy [p]. *)
  val all : (elem -> bool) -> slice -> bool
  (** [collate c (sl, sl')] compares lexicographically by [c]. *)
  val collate : (elem * elem -> order) -> slice * slice -> order
end

signature MONO_ARRAY_SLICE = sig
  (** Elements. *)
  type elem
  (** Arrays of these elements. *)
  type array
  (** Parts of these arrays. *)
  type slice
  (** Vectors of these elements. *)
  type vector
  (** Parts of these vectors. *)
  type vector_slice

  (** [length sl] is the number of elements. *)
  val length : slice -> int
  (** [sub (sl, i)] is element [i] of the slice; raises Subscript. *)
  val sub : slice * int -> elem
  (** [update (sl, i, x)] makes [x] element [i] of the slice; raises Subscript. *)
  val update : slice * int * elem -> unit
  (** [full a] is the slice of all of [a]. *)
  val full : array -> slice
  (** [slice (a, i, SOME n)] is [n] elements of [a] from [i] on, with NONE all that follow; raises Subscript. *)
  val slice : array * int * int option -> slice
  (** [subslice (sl, i, SOME n)] is [n] elements of [sl] from [i] on, with NONE all that follow; raises Subscript. *)
  val subslice : slice * int * int option -> slice
  (** [base sl] is the array that [sl] is a slice of, where it begins and its length. *)
  val base : slice -> array * int * int
  (** [vector sl] is a vector of the elements that [sl] has now. *)
  val vector : slice -> vector
  (** [copy {src, dst, di}] copies [src] into [dst] from index [di] on; raises Subscript. *)
  val copy : {src : slice, dst : array, di : int} -> unit
  (** [copyVec {src, dst, di}] copies [src] into [dst] from index [di] on; raises Subscript. *)
  val copyVec : {src : vector_slice, dst : array, di : int} -> unit
  (** [isEmpty sl] tells whether there is no element. *)
  val isEmpty : slice -> bool
  (** [getItem sl] is SOME of first element and rest, or NONE. *)
  val getItem : slice -> (elem * slice) option
  (** [appi f sl] applies [f] to indices and elements from left to right. *)
  val appi : (int * elem -> unit) -> slice -> unit
  (** [app f sl] applies [f] to the elements from left to right. *)
  val app : (elem -> unit) -> slice -> unit
  (** [modifyi f sl] replaces each element [x] of index [i] by [f (i, x)]. *)
  val modifyi : (int * elem -> elem) -> slice -> unit
  (** [modify f sl] replaces each element [x] by [f x]. *)
  val modify : (elem -> elem) -> slice -> unit
  (** [foldli f b sl] folds indices and elements from left to right. *)
  val foldli : (int * elem * 'a -> 'a) -> 'a -> slice -> 'a
  (** [foldri f b sl] folds indices and elements from right to left. *)
  val foldri : (int * elem * 'a -> 'a) -> 'a -> slice -> 'a
  (** [foldl f b sl] folds the elements from left to right. *)
  val foldl : (elem * 'a -> 'a) -> 'a -> slice -> 'a
  (** [foldr f b sl] folds the elements from right to left. *)
  val foldr : (elem * 'a -> 'a) -> 'a -> slice -> 'a
  (** [findi p sl] is the first index and element that satisfy [p], or NONE. *)
  val findi : (int * elem -> bool) -> slice -> (int * elem) option
  (** [find p sl] is the first element that satisfies [p], or NONE. *)
  val find : (elem -> bool) -> slice -> elem option
  (** [exists p sl] tells whether an element satisfies [p]. *)
  val exists : (elem -> bool) -> slice -> bool
  (** [all p sl] tells whether all elements satisfy [p]. *)
  val all : (elem -> bool) -> slice -> bool
  (** [collate c (sl, sl')] compares lexicographically by [c]. *)
  val collate : (elem * elem -> order) -> slice * slice -> order
end
