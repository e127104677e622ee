(* Pairs of lists. *)

signature LIST_PAIR = sig
  (** The lists differ in length. *)
  exception UnequalLengths

  (** [zip (l, m)] is the pairs of elements of [l] and [m], as far as both go. *)
  val zip : 'a list * 'b list -> ('a * 'b) list
  (** [zipEq (l, m)] is [zip (l, m)]; raises UnequalLengths. *)
  val zipEq : 'a list * 'b list -> ('a * 'b) list
  (** [unzip l] is the list of first and the list of second components. *)
  val unzip : ('a * 'b) list -> 'a list * 'b list
  (** [app f (l, m)] applies [f] to the pairs from left to right, as far as both lists go. *)
  val app : ('a * 'b -> unit) -> 'a list * 'b list -> unit
  (** [appEq f (l, m)] is [app f (l, m)]; raises UnequalLengths after the last pair. *)
  val appEq : ('a * 'b -> unit) -> 'a list * 'b list -> unit
  (** [map f (l, m)] is [f] of each pair, as far as both lists go. *)
  val map : ('a * 'b -> 'c) -> 'a list * 'b list -> 'c list
  (** [mapEq f (l, m)] is [map f (l, m)]; raises UnequalLengths after the last pair. *)
  val mapEq : ('a * 'b -> 'c) -> 'a list * 'b list -> 'c list
  (** [foldl f c (l, m)] folds the pairs from left to right, as far as both lists go. *)
  val foldl : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
  (** [foldr f c (l, m)] folds the pairs from right to left, as far as both lists go. *)
  val foldr : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
  (** [foldlEq f c (l, m)] is [foldl f c (l, m)]; raises UnequalLengths after the last pair. *)
  val foldlEq : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
  (** [foldrEq f c (l, m)] is [foldr f c (l, m)]; raises UnequalLengths before any pair. *)
  val foldrEq : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
  (** [all p (l, m)] tells whether all pairs satisfy [p], as far as both lists go. *)
  val all : ('a * 'b -> bool) -> 'a list * 'b list -> bool
  (** [exists p (l, m)] tells whether a pair satisfies [p], as far as both lists go. *)
  val exists : ('a * 'b -> bool) -> 'a list * 'b list -> bool
  (** [allEq p (l, m)] tells whether the lists are equally long and all pairs satisfy [p]. *)
  val allEq : ('a * 'b -> bool) -> 'a list * 'b list -> bool
end

structure ListPair : LIST_PAIR = struct
  exception UnequalLengths

  local
    (* Folds the pairs; [over] gives the result where one list is longer. *)
    fun fold over f c (l, m) =
      let
        fun go (a :: l, b :: m, c) = go (l, m, f (a, b, c))
          | go ([], [], c) = c
          | go (_, _, c) = over c
      in
        go (l, m, c)
      end
    fun short c = c
    fun unequal _ = raise UnequalLengths
    fun pair (a, b, l) = (a, b) :: l
  in
    fun zip lm = List.rev (fold short pair [] lm)
    fun zipEq lm = List.rev (fold unequal pair [] lm)
    fun app f lm = fold short (fn (a, b, ()) => f (a, b)) () lm
    fun appEq f lm = fold unequal (fn (a, b, ()) => f (a, b)) () lm
    fun map f lm = List.rev (fold short (fn (a, b, l) => f (a, b) :: l) [] lm)
    fun mapEq f lm = List.rev (fold unequal (fn (a, b, l) => f (a, b) :: l) [] lm)
    fun foldl f c lm = fold short f c lm
    fun foldlEq f c lm = fold unequal f c lm
    fun foldr f c lm = List.foldl (fn ((a, b), c) => f (a, b, c)) c (fold short pair [] lm)
    fun foldrEq f c lm = List.foldl (fn ((a, b), c) => f (a, b, c)) c (fold unequal pair [] lm)
  end

  fun unzip l =
    let
      fun go ([], l, m) = (List.rev l, List.rev m)
        | go ((a, b) :: t, l, m) = go (t, a :: l, b :: m)
    in
      go (l, [], [])
    end

  fun all p (l, m) =
    let
      fun go (a :: l, b :: m) = p (a, b) andalso go (l, m)
        | go _ = true
    in
      go (l, m)
    end

  fun exists p (l, m) =
    let
      fun go (a :: l, b :: m) = p (a, b) orelse go (l, m)
        | go _ = false
    in
      go (l, m)
    end

  fun allEq p (l, m) =
    let
      fun go (a :: l, b :: m) = p (a, b) andalso go (l, m)
        | go ([], []) = true
        | go _ = false
    in
      go (l, m)
    end
end
