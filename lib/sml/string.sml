(* Strings: sequences of bytes. *)

structure String = struct
  type string = string
  type char = char

  val size = _prim "str.len" : string -> int
  val op ^ = _prim "str.concat" : string * string -> string
  val sub = _prim "str.get" : string * int -> char
  val str = _prim "str.of.byte" : char -> string

  local
    val cmp = _prim "str.cmp" : string * string -> int
    val part = _prim "str.sub" : string * int * int -> string
  in
    fun substring (s, i, n) = part (s, i, n)
    fun compare (a, b) =
      let val c = cmp (a, b) in if c < 0 then LESS else if c > 0 then GREATER else EQUAL end
    fun op < (a, b) = Int.< (cmp (a, b), 0)
    fun op <= (a, b) = Int.<= (cmp (a, b), 0)
    fun op > (a, b) = Int.> (cmp (a, b), 0)
    fun op >= (a, b) = Int.>= (cmp (a, b), 0)
  end

  fun concat l = List.foldr (op ^) "" l
  fun implode l = concat (List.map str l)
  fun explode s = List.tabulate (size s, fn i => sub (s, i))
end
