(* The representation of substrings. *)

structure SubstringPart = struct
  (* A string, the index of the first character and that after the last. *)
  datatype substring = Part of string * int * int

  (* From a string, an index and a size, which must be right. *)
  fun make (s, i, n) = Part (s, i, i + n)
end
