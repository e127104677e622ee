(* Vectors and arrays. *)

structure Array = struct
  type 'a array = 'a array
  type 'a vector = 'a vector

  val array = _prim "array.new" : int * 'a -> 'a array
  val length = _prim "array.len" : 'a array -> int
  val sub = _prim "array.get" : 'a array * int -> 'a
  val update = _prim "array.set" : 'a array * int * 'a -> unit

  fun fromList [] = raise Size
    | fromList (l as h :: _) =
        let
          val a = array (List.length l, h)
          fun fill (_, []) = ()
            | fill (i, h :: t) = (update (a, i, h); fill (i + 1, t))
        in
          fill (0, l);
          a
        end
end

structure Vector = struct
  type 'a vector = 'a vector

  val length = _prim "array.len" : 'a vector -> int
  val sub = _prim "array.get" : 'a vector * int -> 'a

  local
    val freeze = _prim "freeze" : 'a array -> 'a vector
  in
    fun fromList [] = #[]
      | fromList l = freeze (Array.fromList l)
  end
end
