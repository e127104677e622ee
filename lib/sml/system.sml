(* The system's calls and errors. *)

structure System = struct
  val min = _prim "smin.i64" : int * int -> int
  val max = _prim "smax.i64" : int * int -> int
  fun compare (a : int, b) = if a < b then LESS else if a > b then GREATER else EQUAL

  (* An error of the system, by its number. *)
  datatype syserror = Error of int

  exception SysErr of string * syserror option

  (* A descriptor, as OS.IO has it. *)
  datatype iodesc = Desc of int

  (* The exception that operations raise. *)
  exception Raw of string * int = _prim "SysErr"

  (* The exception that programs see. *)
  fun visible (Raw (message, number)) = SysErr (message, SOME (Error number))
    | visible e = e

  (* A call by name, with two strings and two numbers; raises Raw. *)
  val raw = _prim "sys.call" : string * string * string * int * int -> int * string
  (* The same; raises SysErr. *)
  fun call args = raw args handle e as Raw _ => raise visible e

  fun number args = #1 (call args)
  fun text args = #2 (call args)
  fun run args = ignore (call args)

  (* The size of the buffer for reading n elements. It is bounded: there may be far fewer than a
     program asks for. *)
  fun room n = min (n, 1048576)

  (* Number i of those that a call has packed. *)
  fun packed (s, i) =
    let
      val get = _prim "str.get.u" : string * int -> char
      val wide = _prim "zext.i8.i64" : char -> int
      val shl = _prim "shl.i64" : int * int -> int
      val or = _prim "or.i64" : int * int -> int
      fun go (j, n) = if j < 0 then n else go (j - 1, or (shl (n, 8), wide (get (s, 8 * i + j))))
    in
      go (7, 0)
    end

  (* Numbers packed, as calls take them. *)
  fun pack l =
    let
      val new = _prim "array.new" : int * char -> char array
      val set = _prim "array.set" : char array * int * char -> unit
      val low = _prim "trunc.i64.i8" : int -> char
      val shr = _prim "lshr.i64" : int * int -> int
      val part = _prim "str.of.bytes" : char array * int * int -> string
      val room = new (8 * List.length l, low 0)
      fun byte (i, n, 8) = i
        | byte (i, n, j) = (set (room, i, low n); byte (i + 1, shr (n, 8), j + 1))
    in
      part (room, 0, List.foldl (fn (n, i) => byte (i, n, 0)) 0 l)
    end

  (* The strings of a list that end each in a zero byte. *)
  fun strings s =
    let
      val size = _prim "str.len" : string -> int
      val get = _prim "str.get.u" : string * int -> char
      val part = _prim "str.sub" : string * int * int -> string
      fun go (i, stop, l) =
        if i < 0 then if stop < 0 then l else part (s, 0, stop) :: l
        else if get (s, i) = #"\000" then
          go (i - 1, i, if stop < 0 then l else part (s, i + 1, stop - i - 1) :: l)
        else go (i - 1, stop, l)
    in
      go (size s - 1, ~1, [])
    end

  (* The strings of a list, each with a zero byte. *)
  fun list l =
    let val join = _prim "str.join" : string vector -> string
    in join (Vector.fromList (List.concat (List.map (fn s => [s, "\000"]) l))) end
end
