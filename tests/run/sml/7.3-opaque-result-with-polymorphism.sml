(* Sections 5.6 and 7.3: polymorphic abstract types made by a functor. *)
signature QUEUE = sig type 'a queue exception Empty val empty : 'a queue val snoc : 'a queue * 'a -> 'a queue val head : 'a queue -> 'a val tail : 'a queue -> 'a queue end
functor Batched (val name : string) :> QUEUE = struct
  type 'a queue = 'a list * 'a list
  exception Empty
  val empty = ([], [])
  fun check ([], r) = (rev r, []) | check q = q
  fun snoc ((f, r), x) = check (f, x :: r)
  fun head ([], _) = raise Empty | head (x :: _, _) = x
  fun tail ([], _) = raise Empty | tail (_ :: f, r) = check (f, r)
end
structure Q = Batched (val name = "q")
fun fill (q, 0) = q | fill (q, n) = fill (Q.snoc (q, n), n - 1)
fun drain q = (SOME (Q.head q) handle Q.Empty => NONE)
fun all q = case drain q of NONE => [] | SOME x => x :: all (Q.tail q)
val () = print (concat (map Int.toString (all (fill (Q.empty, 9)))) ^ "\n")
val () = print (concat (all (Q.snoc (Q.snoc (Q.empty, "a"), "b"))) ^ "\n")
