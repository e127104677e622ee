(* Truth values. *)

signature BOOL = sig
  datatype bool = datatype bool
  (** [not b] is false if b is true, and true otherwise. *)
  val not : bool -> bool
  (** [toString b] is "true" or "false". *)
  val toString : bool -> string
  (** [scan getc s] reads true or false, in letters of either case, after white space. *)
  val scan : (char, 'a) StringCvt.reader -> (bool, 'a) StringCvt.reader
  (** [fromString s] is the truth value that s begins with, after white space. *)
  val fromString : string -> bool option
end

structure Bool = struct
  datatype bool = datatype bool
  open BoolArith

  fun toString true = "true"
    | toString false = "false"

  fun scan getc s =
    let
      (* Reads the rest of a word, in letters of either case. *)
      fun word (w, i, result, s) =
        if i = Bytes.size w then SOME (result, s)
        else
          case getc s of
            SOME (c, rest) =>
              if Bytes.digit c = Bytes.digit (Bytes.at (w, i)) then word (w, i + 1, result, rest)
              else NONE
          | NONE => NONE
    in
      case getc (StringCvt.skipWS getc s) of
        SOME ((#"t" | #"T"), rest) => word ("rue", 0, true, rest)
      | SOME ((#"f" | #"F"), rest) => word ("alse", 0, false, rest)
      | _ => NONE
    end

  fun fromString s = StringCvt.scanString scan s
end

structure Bool :> BOOL = Bool
