(* Sets of flags. *)

signature BIT_FLAGS = sig
  (** Sets of flags. *)
  eqtype flags

  (** [toWord f] is the bits of [f]. *)
  val toWord : flags -> word
  (** [fromWord w] is the flags of these bits. *)
  val fromWord : word -> flags
  (** All flags. *)
  val all : flags
  (** [flags l] is the flags in any of [l]. *)
  val flags : flags list -> flags
  (** [intersect l] is the flags in all of [l]. *)
  val intersect : flags list -> flags
  (** [clear (f, g)] is the flags of [g] that are not in [f]. *)
  val clear : flags * flags -> flags
  (** [allSet (f, g)] tells whether all of [f] are in [g]. *)
  val allSet : flags * flags -> bool
  (** [anySet (f, g)] tells whether any of [f] is in [g]. *)
  val anySet : flags * flags -> bool
end

structure Flags = struct
  type flags = word

  local
    val or = _prim "or.i64" : word * word -> word
    val and' = _prim "and.i64" : word * word -> word
    val xor = _prim "xor.i64" : word * word -> word
  in
    val all = 0wxFFFFFFFFFFFFFFFF
    fun toWord f = f
    fun fromWord w = w
    fun flags l = List.foldl or 0w0 l
    fun intersect l = List.foldl and' all l
    fun clear (f, g) = and' (xor (f, all), g)
    fun allSet (f, g) = and' (f, g) = f
    fun anySet (f, g) = and' (f, g) <> 0w0
  end
end
