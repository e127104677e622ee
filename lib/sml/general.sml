(* The exceptions and functions of the top-level environment. *)

signature GENERAL = sig
  (** The type of the empty record. *)
  eqtype unit
  (** Exceptions as values. *)
  type exn

  (** A binding's pattern did not match. *)
  exception Bind
  (** No rule of a match applied. *)
  exception Match
  (** There is no character of that number. *)
  exception Chr
  (** Division by zero. *)
  exception Div
  (** An argument outside a function's domain. *)
  exception Domain
  (** What a program raises with a message of its own. *)
  exception Fail of string
  (** A result that does not fit. *)
  exception Overflow
  (** A length that is negative or too great. *)
  exception Size
  (** Substrings or slices of different texts, or in the wrong order. *)
  exception Span
  (** An index outside a sequence. *)
  exception Subscript

  (** [exnName e] is the name of the constructor of [e]. *)
  val exnName : exn -> string
  (** [exnMessage e] is the name of [e] and what it carries, to be shown to a person. *)
  val exnMessage : exn -> string

  (** The result of a comparison. *)
  datatype order = LESS | EQUAL | GREATER

  (** [!r] is what [r] holds. *)
  val ! : 'a ref -> 'a
  (** [r := x] makes [r] hold [x]. *)
  val := : 'a ref * 'a -> unit
  (** [(f o g) x] is [f (g x)]. *)
  val o : ('b -> 'c) * ('a -> 'b) -> 'a -> 'c
  (** [a before b] is [a], after [b] was evaluated. *)
  val before : 'a * unit -> 'a
  (** [ignore x] is (). *)
  val ignore : 'a -> unit
end

(* Functions that give messages of exceptions: whether one has a message, and the message. *)
structure ExnMessages = struct
  val all = ref [] : (exn -> bool * string) list ref
end

structure General : GENERAL = struct
  type unit = unit
  type exn = exn

  datatype order = LESS | EQUAL | GREATER

  exception Bind = _prim "Bind"
  exception Match = _prim "Match"
  exception Chr
  exception Div = _prim "Div"
  exception Domain = _prim "Domain"
  exception Fail of string
  exception Overflow = _prim "Overflow"
  exception Size = _prim "Size"
  exception Span
  exception Subscript = _prim "Subscript"

  val exnName = _prim "exn.name" : exn -> string

  local
    val message = _prim "exn.message" : exn -> string
    fun first (e, []) = message e
      | first (e, f :: rest) = case f e of (true, s) => s | _ => first (e, rest)
    val deref = _prim "deref" : 'a ref -> 'a
  in
    fun exnMessage e = first (e, deref ExnMessages.all)
  end

  val ! = _prim "deref" : 'a ref -> 'a
  val op := = _prim "assign" : 'a ref * 'a -> unit

  fun op o (f, g) = fn x => f (g x)
  fun op before (a, ()) = a
  fun ignore _ = ()
end
