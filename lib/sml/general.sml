(* What every program has. *)

structure General = struct
  type unit = unit
  type exn = exn

  datatype order = LESS | EQUAL | GREATER

  exception Bind = _prim "Bind"
  exception Match = _prim "Match"
  exception Chr = _prim "Chr"
  exception Div = _prim "Div"
  exception Domain = _prim "Domain"
  exception Fail of string = _prim "Fail"
  exception Overflow = _prim "Overflow"
  exception Size = _prim "Size"
  exception Span
  exception Subscript = _prim "Subscript"

  val exnName = _prim "exn.name" : exn -> string
  val exnMessage = _prim "exn.message" : exn -> string

  val ! = _prim "deref" : 'a ref -> 'a
  val op := = _prim "assign" : 'a ref * 'a -> unit

  fun op o (f, g) = fn x => f (g x)
  fun op before (a, ()) = a
  fun ignore _ = ()
end
