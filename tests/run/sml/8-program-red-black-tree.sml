(* Program: red-black trees as a functor over ordered keys; invariants checked. *)
signature ORDERED = sig type t val compare : t * t -> order end
signature MAP = sig
  type key
  type 'a map
  val empty : 'a map
  val insert : 'a map * key * 'a -> 'a map
  val find : 'a map * key -> 'a option
  val foldr : (key * 'a * 'b -> 'b) -> 'b -> 'a map -> 'b
  val valid : 'a map -> bool
end
functor RedBlack (K : ORDERED) :> MAP where type key = K.t = struct
  type key = K.t
  datatype color = R | B
  datatype 'a map = E | T of color * 'a map * (key * 'a) * 'a map
  val empty = E
  fun balance (B, T (R, T (R, a, x, b), y, c), z, d) = T (R, T (B, a, x, b), y, T (B, c, z, d))
    | balance (B, T (R, a, x, T (R, b, y, c)), z, d) = T (R, T (B, a, x, b), y, T (B, c, z, d))
    | balance (B, a, x, T (R, T (R, b, y, c), z, d)) = T (R, T (B, a, x, b), y, T (B, c, z, d))
    | balance (B, a, x, T (R, b, y, T (R, c, z, d))) = T (R, T (B, a, x, b), y, T (B, c, z, d))
    | balance t = T t
  fun insert (m, k, v) =
    let
      fun ins E = T (R, E, (k, v), E)
        | ins (T (c, l, e as (k', _), r)) =
            case K.compare (k, k') of
              LESS => balance (c, ins l, e, r)
            | GREATER => balance (c, l, e, ins r)
            | EQUAL => T (c, l, (k, v), r)
    in
      case ins m of T (_, l, e, r) => T (B, l, e, r) | E => E
    end
  fun find (E, _) = NONE
    | find (T (_, l, (k', v), r), k) =
        case K.compare (k, k') of LESS => find (l, k) | GREATER => find (r, k) | EQUAL => SOME v
  fun foldr f z E = z
    | foldr f z (T (_, l, (k, v), r)) = foldr f (f (k, v, foldr f z r)) l
  exception Bad
  fun height E = 1
    | height (T (R, T (R, _, _, _), _, _)) = raise Bad
    | height (T (R, _, _, T (R, _, _, _))) = raise Bad
    | height (T (c, l, _, r)) =
        let val a = height l val b = height r
        in if a <> b then raise Bad else if c = B then a + 1 else a end
  fun valid m = (height m; true) handle Bad => false
end
structure IM = RedBlack (struct type t = int val compare = Int.compare end)
structure SM = RedBlack (struct type t = string val compare = String.compare end)
fun fill (m, 0, _) = m
  | fill (m, n, x) = fill (IM.insert (m, x, n), n - 1, (x * 137 + 71) mod 1009)
val m = fill (IM.empty, 500, 1)
val keys = IM.foldr (fn (k, _, l) => k :: l) [] m
fun sorted (a :: b :: r) = a < b andalso sorted (b :: r) | sorted _ = true
val () = print (Int.toString (length keys) ^ Bool.toString (sorted keys) ^ Bool.toString (IM.valid m) ^ "\n")
val () = print (case IM.find (m, 1) of SOME v => Int.toString v ^ "\n" | NONE => "none\n")
val words = String.tokens (not o Char.isAlpha) "the quick brown fox jumps over the lazy dog and the fox runs"
val counts = foldl (fn (w, m) => SM.insert (m, w, 1 + getOpt (SM.find (m, w), 0))) SM.empty words
val () = SM.foldr (fn (k, n, ()) => print (k ^ ":" ^ Int.toString n ^ " ")) () counts
val () = print "\n"
