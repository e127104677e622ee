(* The part of String that is in the top-level environment. *)

structure StringBase = struct
  val size = _prim "str.len" : string -> int
  val op ^ = _prim "str.concat" : string * string -> string
  val str = _prim "str.of.byte" : char -> string
  val substring = _prim "str.sub" : string * int * int -> string

  fun concat l = Bytes.joinWith ("", l)

  fun implode [] = ""
    | implode l =
        let
          fun count ([], n) = n
            | count (_ :: t, n) = count (t, n + 1)
          val n = count (l, 0)
          val room = Bytes.room n
          fun fill (_, []) = Bytes.part (room, 0, n)
            | fill (i, c :: t) = (Bytes.set (room, i, c); fill (i + 1, t))
        in
          fill (0, l)
        end

  (* The characters of s up to index i, before a list. *)
  fun prepend (s, start, i, l) =
    if i < start then l else prepend (s, start, i - 1, Bytes.at (s, i) :: l)

  fun explode s = prepend (s, 0, Bytes.size s - 1, [])
end
