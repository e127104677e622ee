(* Lists. *)

signature LIST = sig
  (** Lists. *)
  datatype list = datatype list
  (** The list is empty. *)
  exception Empty

  (** [null l] tells whether [l] is empty. *)
  val null : 'a list -> bool
  (** [length l] is the number of elements. *)
  val length : 'a list -> int
  (** [l @ m] is [l] followed by [m]. *)
  val @ : 'a list * 'a list -> 'a list
  (** [hd l] is the first element; raises Empty. *)
  val hd : 'a list -> 'a
  (** [tl l] is [l] without its first element; raises Empty. *)
  val tl : 'a list -> 'a list
  (** [last l] is the last element; raises Empty. *)
  val last : 'a list -> 'a
  (** [getItem l] is SOME of first element and rest, or NONE. *)
  val getItem : 'a list -> ('a * 'a list) option
  (** [nth (l, i)] is element [i], counted from 0; raises Subscript. *)
  val nth : 'a list * int -> 'a
  (** [take (l, i)] is the first [i] elements; raises Subscript. *)
  val take : 'a list * int -> 'a list
  (** [drop (l, i)] is what follows the first [i] elements; raises Subscript. *)
  val drop : 'a list * int -> 'a list
  (** [rev l] is [l] backwards. *)
  val rev : 'a list -> 'a list
  (** [concat ls] is all lists of [ls], one after the other. *)
  val concat : 'a list list -> 'a list
  (** [revAppend (l, m)] is [rev l @ m]. *)
  val revAppend : 'a list * 'a list -> 'a list
  (** [app f l] applies [f] to the elements from left to right. *)
  val app : ('a -> unit) -> 'a list -> unit
  (** [map f l] is the list of [f x] for the elements [x]. *)
  val map : ('a -> 'b) -> 'a list -> 'b list
  (** [mapPartial f l] is the values of [f x], without those that are NONE. *)
  val mapPartial : ('a -> 'b option) -> 'a list -> 'b list
  (** [find p l] is the first element that satisfies [p], or NONE. *)
  val find : ('a -> bool) -> 'a list -> 'a option
  (** [filter p l] is the elements that satisfy [p]. *)
  val filter : ('a -> bool) -> 'a list -> 'a list
  (** [partition p l] is the elements that satisfy [p], and the others. *)
  val partition : ('a -> bool) -> 'a list -> 'a list * 'a list
  (** [foldl f b [x1, ..., xn]] is [f (xn, ... f (x1, b))]. *)
  val foldl : ('a * 'b -> 'b) -> 'b -> 'a list -> 'b
  (** [foldr f b [x1, ..., xn]] is [f (x1, ... f (xn, b))]. *)
  val foldr : ('a * 'b -> 'b) -> 'b -> 'a list -> 'b
  (** [exists p l] tells whether an element satisfies [p]. *)
  val exists : ('a -> bool) -> 'a list -> bool
  (** [all p l] tells whether all elements satisfy [p]. *)
  val all : ('a -> bool) -> 'a list -> bool
  (** [tabulate (n, f)] is [[f 0, ..., f (n - 1)]]; raises Size if [n < 0]. *)
  val tabulate : int * (int -> 'a) -> 'a list
  (** [collate c (l, m)] compares lexicographically by [c]. *)
  val collate : ('a * 'a -> order) -> 'a list * 'a list -> order
end

structure List : LIST = struct
  datatype list = datatype list

  exception Empty

  fun null [] = true
    | null _ = false

  fun length l =
    let
      fun count ([], n) = n
        | count (_ :: t, n) = count (t, n + 1)
    in
      count (l, 0)
    end

  fun revAppend ([], l) = l
    | revAppend (h :: t, l) = revAppend (t, h :: l)

  fun rev l = revAppend (l, [])

  (* Here and below, four elements at a time share a frame of the recursion: a third less time
     on lists of a thousand. *)
  fun op @ (l, []) = l
    | op @ (l, m) =
        let
          fun go (a :: b :: c :: d :: t) = a :: b :: c :: d :: go t
            | go (a :: t) = a :: go t
            | go [] = m
        in
          go l
        end

  fun hd [] = raise Empty
    | hd (h :: _) = h

  fun tl [] = raise Empty
    | tl (_ :: t) = t

  fun last [] = raise Empty
    | last [x] = x
    | last (_ :: t) = last t

  fun getItem [] = NONE
    | getItem (h :: t) = SOME (h, t)

  fun nth (l, n) =
    let
      fun at ([], _) = raise Subscript
        | at (h :: t, n) = if n = 0 then h else at (t, n - 1)
    in
      if n < 0 then raise Subscript else at (l, n)
    end

  fun take (l, n) =
    let
      fun go (_, 0, done) = rev done
        | go ([], _, _) = raise Subscript
        | go (h :: t, n, done) = go (t, n - 1, h :: done)
    in
      if n < 0 then raise Subscript else go (l, n, [])
    end

  fun drop (l, n) =
    let
      fun go (l, 0) = l
        | go ([], _) = raise Subscript
        | go (_ :: t, n) = go (t, n - 1)
    in
      if n < 0 then raise Subscript else go (l, n)
    end

  fun app f l =
    let
      fun go [] = ()
        | go (h :: t) = (f h; go t)
    in
      go l
    end

  fun map f l =
    let
      fun go (a :: b :: c :: d :: t) =
            let
              val a = f a
              val b = f b
              val c = f c
              val d = f d
            in
              a :: b :: c :: d :: go t
            end
        | go (a :: t) = let val a = f a in a :: go t end
        | go [] = []
    in
      go l
    end

  fun mapPartial f l =
    let
      fun go ([], done) = rev done
        | go (h :: t, done) = go (t, case f h of SOME x => x :: done | NONE => done)
    in
      go (l, [])
    end

  fun foldl f b l =
    let
      fun go ([], b) = b
        | go (h :: t, b) = go (t, f (h, b))
    in
      go (l, b)
    end

  fun foldr f b l =
    let
      fun go (w :: x :: y :: z :: t) = f (w, f (x, f (y, f (z, go t))))
        | go (x :: t) = f (x, go t)
        | go [] = b
    in
      go l
    end

  fun filter p l =
    let
      fun go ([], done) = rev done
        | go (h :: t, done) = go (t, if p h then h :: done else done)
    in
      go (l, [])
    end

  fun partition p l =
    let
      fun go ([], yes, no) = (rev yes, rev no)
        | go (h :: t, yes, no) = if p h then go (t, h :: yes, no) else go (t, yes, h :: no)
    in
      go (l, [], [])
    end

  fun exists p l =
    let
      fun go [] = false
        | go (h :: t) = p h orelse go t
    in
      go l
    end

  fun all p l =
    let
      fun go [] = true
        | go (h :: t) = p h andalso go t
    in
      go l
    end

  fun find p l =
    let
      fun go [] = NONE
        | go (h :: t) = if p h then SOME h else go t
    in
      go l
    end

  fun concat ls =
    let
      fun go ([], done) = done
        | go (l :: ls, done) = go (ls, l @ done)
    in
      go (rev ls, [])
    end

  fun tabulate (n, f) =
    let
      fun go (i, done) = if i < n then go (i + 1, f i :: done) else rev done
    in
      if n < 0 then raise Size else go (0, [])
    end

  fun collate c (l, m) =
    let
      fun go ([], []) = EQUAL
        | go ([], _) = LESS
        | go (_, []) = GREATER
        | go (a :: l, b :: m) = case c (a, b) of EQUAL => go (l, m) | order => order
    in
      go (l, m)
    end
end
