(* Parts of strings, without copying. *)

signature SUBSTRING = sig
  type substring
  eqtype char
  eqtype string
  (** [sub (s, i)] is the character at index i, from 0; raises Subscript. *)
  val sub : substring * int -> char
  (** [size s] is the number of characters. *)
  val size : substring -> int
  (** [base s] is the string that s is a part of, its index there and its size. *)
  val base : substring -> string * int * int
  (** [extract (s, i, SOME n)] is the n characters of s from index i, all for NONE; raises Subscript. *)
  val extract : string * int * int option -> substring
  (** [substring (s, i, n)] is the n characters of s from index i; raises Subscript. *)
  val substring : string * int * int -> substring
  (** [full s] is all of s. *)
  val full : string -> substring
  (** [string s] is the characters of s as a string of their own. *)
  val string : substring -> string
  (** [isEmpty s] is whether s has no characters. *)
  val isEmpty : substring -> bool
  (** [getc s] is the first character and the rest, NONE if s is empty. *)
  val getc : substring -> (char * substring) option
  (** [first s] is the first character, NONE if s is empty. *)
  val first : substring -> char option
  (** [triml k s] is s without its first k characters; raises Subscript for k < 0. *)
  val triml : int -> substring -> substring
  (** [trimr k s] is s without its last k characters; raises Subscript for k < 0. *)
  val trimr : int -> substring -> substring
  (** [slice (s, i, SOME n)] is the n characters of s from index i, all for NONE; raises Subscript. *)
  val slice : substring * int * int option -> substring
  (** [concat l] is the parts of l, one after the other. *)
  val concat : substring list -> string
  (** [concatWith s l] is the parts of l with s between any two. *)
  val concatWith : string -> substring list -> string
  (** [explode s] is the list of the characters of s. *)
  val explode : substring -> char list
  (** [isPrefix s t] is whether t begins with s. *)
  val isPrefix : string -> substring -> bool
  (** [isSubstring s t] is whether s occurs in t. *)
  val isSubstring : string -> substring -> bool
  (** [isSuffix s t] is whether t ends with s. *)
  val isSuffix : string -> substring -> bool
  (** [compare (s, t)] is how s stands to t in the order of dictionaries, by codes. *)
  val compare : substring * substring -> order
  (** [collate f (s, t)] is how s stands to t in the order of dictionaries, by f. *)
  val collate : (char * char -> order) -> substring * substring -> order
  (** [splitl f s] is the longest prefix whose characters satisfy f, and the rest. *)
  val splitl : (char -> bool) -> substring -> substring * substring
  (** [splitr f s] is the longest suffix whose characters satisfy f, after the rest. *)
  val splitr : (char -> bool) -> substring -> substring * substring
  (** [splitAt (s, i)] is the first i characters and the rest; raises Subscript. *)
  val splitAt : substring * int -> substring * substring
  (** [dropl f s] is what follows the longest prefix whose characters satisfy f. *)
  val dropl : (char -> bool) -> substring -> substring
  (** [dropr f s] is what comes before the longest suffix whose characters satisfy f. *)
  val dropr : (char -> bool) -> substring -> substring
  (** [takel f s] is the longest prefix whose characters satisfy f. *)
  val takel : (char -> bool) -> substring -> substring
  (** [taker f s] is the longest suffix whose characters satisfy f. *)
  val taker : (char -> bool) -> substring -> substring
  (** [position s t] is t before the first s in it, and from there on; all of t and its end if there is none. *)
  val position : string -> substring -> substring * substring
  (** [span (s, t)] is from the start of s to the end of t, parts of one string; raises Span. *)
  val span : substring * substring -> substring
  (** [translate f s] is the strings f gives for the characters of s, one after the other. *)
  val translate : (char -> string) -> substring -> string
  (** [tokens f s] is the parts of s between characters that satisfy f, without empty ones. *)
  val tokens : (char -> bool) -> substring -> substring list
  (** [fields f s] is the parts of s between characters that satisfy f. *)
  val fields : (char -> bool) -> substring -> substring list
  (** [app f s] applies f to each character, from the first on. *)
  val app : (char -> unit) -> substring -> unit
  (** [foldl f b s] is f (cn, ... f (c1, b)). *)
  val foldl : (char * 'a -> 'a) -> 'a -> substring -> 'a
  (** [foldr f b s] is f (c1, ... f (cn, b)). *)
  val foldr : (char * 'a -> 'a) -> 'a -> substring -> 'a
end

(* Also for slices of vectors of characters, which are of the same type. *)
structure Substring :> SUBSTRING
  where type substring = SubstringPart.substring
  where type char = char
  where type string = string =
struct
  type char = char
  type string = string
  open SubstringPart

  local
    open Bytes
  in
    fun full s = Part (s, 0, Bytes.size s)

    (* Of a part from i to j, the n characters from index k on; raises Subscript. *)
    fun within (s, i, j, k, n) =
      if k < 0 orelse n < 0 orelse k > j - i - n then raise Subscript
      else Part (s, i + k, i + k + n)

    fun slice (Part (s, i, j), k, SOME n) = within (s, i, j, k, n)
      | slice (Part (s, i, j), k, NONE) =
          if k < 0 orelse k > j - i then raise Subscript else Part (s, i + k, j)

    fun extract (s, i, n) = slice (full s, i, n)
    fun substring (s, i, n) = within (s, 0, Bytes.size s, i, n)

    fun sub (Part (s, i, j), k) = at (s, Sequence.at (i, j, k))

    fun size (Part (_, i, j)) = j - i
    fun base (Part (s, i, j)) = (s, i, j - i)

    fun string (Part (s, i, j)) =
      if i = 0 andalso j = Bytes.size s then s else Bytes.sub (s, i, j - i)

    fun isEmpty (Part (_, i, j)) = i = j
    fun getc (Part (s, i, j)) = if i = j then NONE else SOME (at (s, i), Part (s, i + 1, j))
    fun first (Part (s, i, j)) = if i = j then NONE else SOME (at (s, i))

    fun triml k =
      if k < 0 then raise Subscript
      else fn Part (s, i, j) => Part (s, if k > j - i then j else i + k, j)

    fun trimr k =
      if k < 0 then raise Subscript
      else fn Part (s, i, j) => Part (s, i, if k > j - i then i else j - k)

    fun concat l = joinWith ("", List.map string l)
    fun concatWith between l = joinWith (between, List.map string l)
    fun explode (Part (s, i, j)) = StringBase.prepend (s, i, j - 1, [])

    fun isPrefix s (Part (t, i, j)) = Pieces.isPrefix (s, t, i, j)
    fun isSuffix s (Part (t, i, j)) = Pieces.isSuffix (s, t, i, j)
    fun isSubstring s (Part (t, i, j)) = Pieces.position (s, t, i, j) >= 0

    fun collate f (Part (s, i, m), Part (t, j, n)) = Pieces.collate (f, s, i, m, t, j, n)

    fun compare (Part (s, i, m), Part (t, j, n)) =
      case Pieces.compare (s, i, m - i, t, j, n - j) of
        ~1 => LESS
      | 0 => EQUAL
      | _ => GREATER

    (* The index of the first character that does not satisfy f, and after the last. *)
    fun left (f, s, i, j) = if i < j andalso f (at (s, i)) then left (f, s, i + 1, j) else i
    fun right (f, s, i, j) = if j > i andalso f (at (s, j - 1)) then right (f, s, i, j - 1) else j

    fun splitl f (Part (s, i, j)) =
      let val k = left (f, s, i, j) in (Part (s, i, k), Part (s, k, j)) end

    fun splitr f (Part (s, i, j)) =
      let val k = right (f, s, i, j) in (Part (s, i, k), Part (s, k, j)) end

    fun splitAt (Part (s, i, j), k) =
      if k < 0 orelse k > j - i then raise Subscript else (Part (s, i, i + k), Part (s, i + k, j))

    fun dropl f (Part (s, i, j)) = Part (s, left (f, s, i, j), j)
    fun dropr f (Part (s, i, j)) = Part (s, i, right (f, s, i, j))
    fun takel f (Part (s, i, j)) = Part (s, i, left (f, s, i, j))
    fun taker f (Part (s, i, j)) = Part (s, right (f, s, i, j), j)

    fun position s (Part (t, i, j)) =
      let
        val k = Pieces.position (s, t, i, j)
        val k = if k < 0 then j else k
      in
        (Part (t, i, k), Part (t, k, j))
      end

    fun span (Part (s, i, _), Part (t, _, j)) =
      if j >= i andalso s = t then Part (s, i, j) else raise Span

    fun translate f (Part (s, i, j)) = Pieces.translate (f, s, i, j)

    fun tokens f (Part (s, i, j)) = Pieces.tokens (f, s, i, j, make)
    fun fields f (Part (s, i, j)) = Pieces.fields (f, s, i, j, make)

    fun app f (Part (s, i, j)) =
      let fun go i = if i < j then (f (at (s, i)); go (i + 1)) else () in go i end

    fun foldl f b (Part (s, i, j)) =
      let fun go (i, b) = if i < j then go (i + 1, f (at (s, i), b)) else b in go (i, b) end

    fun foldr f b (Part (s, i, j)) =
      let fun go (k, b) = if k > i then go (k - 1, f (at (s, k - 1), b)) else b in go (j, b) end
  end
end
