(* Arrays of rows and columns. *)

signature ARRAY2 = sig
  (** Arrays of rows and columns. *)
  eqtype 'a array
  (** Part of an array: [nrows] rows from [row] on, [ncols] columns from [col] on; NONE means all that follow. *)
  type 'a region =
    {base : 'a array, row : int, col : int, nrows : int option, ncols : int option}
  (** The order in which elements are visited. *)
  datatype traversal = RowMajor | ColMajor

  (** [array (r, c, x)] is a new array of [r] rows and [c] columns of [x]; raises Size. *)
  val array : int * int * 'a -> 'a array
  (** [fromList l] is a new array of the rows [l]; raises Size if they differ in length. *)
  val fromList : 'a list list -> 'a array
  (** [tabulate t (r, c, f)] is a new array of [f (i, j)], in the order [t]; raises Size. *)
  val tabulate : traversal -> int * int * (int * int -> 'a) -> 'a array
  (** [sub (a, i, j)] is the element of row [i], column [j]; raises Subscript. *)
  val sub : 'a array * int * int -> 'a
  (** [update (a, i, j, x)] makes [x] the element of row [i], column [j]; raises Subscript. *)
  val update : 'a array * int * int * 'a -> unit
  (** [dimensions a] is the numbers of rows and columns. *)
  val dimensions : 'a array -> int * int
  (** [nCols a] is the number of columns. *)
  val nCols : 'a array -> int
  (** [nRows a] is the number of rows. *)
  val nRows : 'a array -> int
  (** [row (a, i)] is a vector of row [i]; raises Subscript. *)
  val row : 'a array * int -> 'a vector
  (** [column (a, j)] is a vector of column [j]; raises Subscript. *)
  val column : 'a array * int -> 'a vector
  (** [copy {src, dst, dst_row, dst_col}] copies a region to a place in [dst]; raises Subscript. *)
  val copy : {src : 'a region, dst : 'a array, dst_row : int, dst_col : int} -> unit
  (** [appi t f r] applies [f] to rows, columns and elements of a region, in the order [t]. *)
  val appi : traversal -> (int * int * 'a -> unit) -> 'a region -> unit
  (** [app t f a] applies [f] to the elements, in the order [t]. *)
  val app : traversal -> ('a -> unit) -> 'a array -> unit
  (** [foldi t f b r] folds rows, columns and elements of a region, in the order [t]. *)
  val foldi : traversal -> (int * int * 'a * 'b -> 'b) -> 'b -> 'a region -> 'b
  (** [fold t f b a] folds the elements, in the order [t]. *)
  val fold : traversal -> ('a * 'b -> 'b) -> 'b -> 'a array -> 'b
  (** [modifyi t f r] replaces the elements of a region by [f] of row, column and element. *)
  val modifyi : traversal -> (int * int * 'a -> 'a) -> 'a region -> unit
  (** [modify t f a] replaces each element [x] by [f x], in the order [t]. *)
  val modify : traversal -> ('a -> 'a) -> 'a array -> unit
end

structure Array2Base = struct
  (* The elements row by row, in an array of their own, which gives the identity; rows;
     columns. *)
  type 'a array = {cells : 'a array, rows : int, cols : int}
  type 'a region =
    {base : 'a array, row : int, col : int, nrows : int option, ncols : int option}
  datatype traversal = RowMajor | ColMajor

  fun dimensions ({rows, cols, ...} : 'a array) = (rows, cols)
  fun nRows ({rows, ...} : 'a array) = rows
  fun nCols ({cols, ...} : 'a array) = cols

  local
    (* The number of cells; raises Size. *)
    fun cellCount (rows, cols) =
      if rows < 0 orelse cols < 0 then raise Size
      else (rows * cols handle Overflow => raise Size)

    val plus = _prim "add.i64" : int * int -> int
    val times = _prim "mul.i64" : int * int -> int

    (* The index of a cell, which cannot overflow. *)
    fun cell (i, cols, j) = plus (times (i, cols), j)
    (* The same for any indices; raises Subscript. *)
    fun at ({rows, cols, ...} : 'a array, i, j) =
      cell (Sequence.index (i, rows), cols, Sequence.index (j, cols))

    (* First and last row, first and last column; raises Subscript. *)
    fun bounds {base = {cells, rows, cols} : 'a array, row, col, nrows, ncols} =
      let
        fun stop (length, i, NONE) = if i < 0 orelse i > length then raise Subscript else length
          | stop (length, i, SOME n) =
              if i < 0 orelse n < 0 orelse i > length orelse n > length - i then raise Subscript
              else i + n
        val (lastRow, lastCol) = (stop (rows, row, nrows), stop (cols, col, ncols))
      in
        (row, lastRow, col, lastCol)
      end

    (* The pairs of indices in an order, folded. *)
    fun visit RowMajor f b (i0, i1, j0, j1) =
          let
            fun go (i, j, b) =
              if i >= i1 then b
              else if j >= j1 then go (i + 1, j0, b)
              else go (i, j + 1, f (i, j, b))
          in
            go (i0, j0, b)
          end
      | visit ColMajor f b (i0, i1, j0, j1) =
          let
            fun go (i, j, b) =
              if j >= j1 then b
              else if i >= i1 then go (i0, j + 1, b)
              else go (i + 1, j, f (i, j, b))
          in
            go (i0, j0, b)
          end

    fun all (a : 'a array) = {base = a, row = 0, col = 0, nrows = NONE, ncols = NONE}
  in
    fun array (rows, cols, x) =
      {cells = Array.array (cellCount (rows, cols), x), rows = rows, cols = cols}

    fun fromList [] = {cells = Array.fromList [], rows = 0, cols = 0}
      | fromList (l as first :: _) =
          let
            val cols = List.length first
            val () = List.app (fn row => if List.length row = cols then () else raise Size) l
          in
            {cells = Array.fromList (List.concat l), rows = List.length l, cols = cols}
          end

    fun tabulate order (rows, cols, f) =
      let
        val cells = Sequence.blank (cellCount (rows, cols))
        fun set (i, j, ()) = Sequence.set (cells, cell (i, cols, j), f (i, j))
      in
        visit order set () (0, rows, 0, cols);
        {cells = cells, rows = rows, cols = cols}
      end

    fun sub (a as {cells, ...} : 'a array, i, j) = Sequence.get (cells, at (a, i, j))
    fun update (a as {cells, ...} : 'a array, i, j, x) = Sequence.set (cells, at (a, i, j), x)

    fun row ({cells, rows, cols} : 'a array, i) =
      if i < 0 orelse i >= rows then raise Subscript
      else Sequence.freeze (Sequence.part (cells, i * cols, (i + 1) * cols))

    fun column ({cells, rows, cols} : 'a array, j) =
      if j < 0 orelse j >= cols then raise Subscript
      else Vector.tabulate (rows, fn i => Sequence.get (cells, cell (i, cols, j)))

    fun copy {src as {base, ...} : 'a region, dst : 'a array, dst_row, dst_col} =
      let
        val (i0, i1, j0, j1) = bounds src
        val _ =
          bounds
            {base = dst, row = dst_row, col = dst_col, nrows = SOME (i1 - i0),
             ncols = SOME (j1 - j0)}
        val ({cells = from, cols = width, ...}, {cells = to, cols = width', ...}) = (base, dst)
        fun line i =
          Sequence.copy (from, i * width + j0, to, (dst_row + i - i0) * width' + dst_col, j1 - j0)
        fun down i = if i < i1 then (line i; down (i + 1)) else ()
        fun up i = if i >= i0 then (line i; up (i - 1)) else ()
      in
        (* Rows of one array in the order that does not overwrite what is still to be read. *)
        if dst_row > i0 then up (i1 - 1) else down i0
      end

    fun foldi order f b (r as {base = {cells, cols, ...}, ...} : 'a region) =
      visit order (fn (i, j, b) => f (i, j, Sequence.get (cells, cell (i, cols, j)), b)) b (bounds r)

    fun appi order f r = foldi order (fn (i, j, x, ()) => f (i, j, x)) () r

    fun modifyi order f (r as {base = {cells, cols, ...}, ...} : 'a region) =
      let
        fun set (i, j, ()) =
          let val at = cell (i, cols, j)
          in Sequence.set (cells, at, f (i, j, Sequence.get (cells, at))) end
      in
        visit order set () (bounds r)
      end

    fun app order f a = appi order (fn (_, _, x) => f x) (all a)
    fun fold order f b a = foldi order (fn (_, _, x, b) => f (x, b)) b (all a)
    fun modify order f a = modifyi order (fn (_, _, x) => f x) (all a)
  end
end

structure Array2 :> ARRAY2 where type traversal = Array2Base.traversal = Array2Base
