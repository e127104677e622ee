(* The signature of arrays of rows and columns of one type of elements. *)

signature MONO_ARRAY2 = sig
  (** Arrays of rows and columns. *)
  eqtype array
  (** Their elements. *)
  type elem
  (** Vectors of these elements. *)
  type vector
  (** Part of an array: [nrows] rows from [row] on, [ncols] columns from [col] on; NONE means all that follow. *)
  type region = {base : array, row : int, col : int, nrows : int option, ncols : int option}
  (** The order in which elements are visited. *)
  datatype traversal = datatype Array2.traversal

  (** [array (r, c, x)] is a new array of [r] rows and [c] columns of [x]; raises Size. *)
  val array : int * int * elem -> array
  (** [fromList l] is a new array of the rows [l]; raises Size if they differ in length. *)
  val fromList : elem list list -> array
  (** [tabulate t (r, c, f)] is a new array of [f (i, j)], in the order [t]; raises Size. *)
  val tabulate : traversal -> int * int * (int * int -> elem) -> array
  (** [sub (a, i, j)] is the element of row [i], column [j]; raises Subscript. *)
  val sub : array * int * int -> elem
  (** [update (a, i, j, x)] makes [x] the element of row [i], column [j]; raises Subscript. *)
  val update : array * int * int * elem -> unit
  (** [dimensions a] is the numbers of rows and columns. *)
  val dimensions : array -> int * int
  (** [nCols a] is the number of columns. *)
  val nCols : array -> int
  (** [nRows a] is the number of rows. *)
  val nRows : array -> int
  (** [row (a, i)] is a vector of row [i]; raises Subscript. *)
  val row : array * int -> vector
  (** [column (a, j)] is a vector of column [j]; raises Subscript. *)
  val column : array * int -> vector
  (** [copy {src, dst, dst_row, dst_col}] copies a region to a place in [dst]; raises Subscript. *)
  val copy : {src : region, dst : array, dst_row : int, dst_col : int} -> unit
  (** [appi t f r] applies [f] to rows, columns and elements of a region, in the order [t]. *)
  val appi : traversal -> (int * int * elem -> unit) -> region -> unit
  (** [app t f a] applies [f] to the elements, in the order [t]. *)
  val app : traversal -> (elem -> unit) -> array -> unit
  (** [foldi t f b r] folds rows, columns and elements of a region, in the order [t]. *)
  val foldi : traversal -> (int * int * elem * 'b -> 'b) -> 'b -> region -> 'b
  (** [fold t f b a] folds the elements, in the order [t]. *)
  val fold : traversal -> (elem * 'b -> 'b) -> 'b -> array -> 'b
  (** [modifyi t f r] replaces the elements of a region by [f] of row, column and element. *)
  val modifyi : traversal -> (int * int * elem -> elem) -> region -> unit
  (** [modify t f a] replaces each element [x] by [f x], in the order [t]. *)
  val modify : traversal -> (elem -> elem) -> array -> unit
end
