(* Polymorphic containers by a functor: balanced trees with integers, strings and pairs as keys. *)
signature MAP = sig
  type key
  type 'a map
  val empty : 'a map
  val insert : 'a map * key * 'a -> 'a map
  val find : 'a map * key -> 'a option
  val foldl : (key * 'a * 'b -> 'b) -> 'b -> 'a map -> 'b
end
functor RedBlack (K : sig type t val compare : t * t -> order end) :> MAP where type key = K.t = struct
  type key = K.t
  datatype colour = R | B
  datatype 'a map = E | T of colour * 'a map * key * 'a * 'a map
  val empty = E
  fun balance (B, T (R, T (R, a, k, v, b), l, w, c), m, x, d) = T (R, T (B, a, k, v, b), l, w, T (B, c, m, x, d))
    | balance (B, T (R, a, k, v, T (R, b, l, w, c)), m, x, d) = T (R, T (B, a, k, v, b), l, w, T (B, c, m, x, d))
    | balance (B, a, k, v, T (R, T (R, b, l, w, c), m, x, d)) = T (R, T (B, a, k, v, b), l, w, T (B, c, m, x, d))
    | balance (B, a, k, v, T (R, b, l, w, T (R, c, m, x, d))) = T (R, T (B, a, k, v, b), l, w, T (B, c, m, x, d))
    | balance t = T t
  fun insert (m, k, v) =
    let
      fun ins E = T (R, E, k, v, E)
        | ins (T (c, l, k', v', r)) =
            (case K.compare (k, k') of
               LESS => balance (c, ins l, k', v', r)
             | GREATER => balance (c, l, k', v', ins r)
             | EQUAL => T (c, l, k, v, r))
    in
      case ins m of T (_, l, k, v, r) => T (B, l, k, v, r) | E => E
    end
  fun find (E, _) = NONE
    | find (T (_, l, k', v, r), k) =
        (case K.compare (k, k') of LESS => find (l, k) | GREATER => find (r, k) | EQUAL => SOME v)
  fun foldl f z E = z
    | foldl f z (T (_, l, k, v, r)) = foldl f (f (k, v, foldl f z l)) r
end
structure Main = struct
  structure IntMap = RedBlack (struct type t = int val compare = Int.compare end)
  structure StringMap = RedBlack (struct type t = string val compare = String.compare end)
  structure PairMap = RedBlack (struct
    type t = int * int
    fun compare ((a, b), (c, d)) = case Int.compare (a, c) of EQUAL => Int.compare (b, d) | order => order
  end)
  fun next s = (s * 421 + 54773) mod 259200
  fun main () =
    let
      fun ints (0, s, m) = m | ints (n, s, m) = ints (n - 1, next s, IntMap.insert (m, s, n))
      fun strings (0, s, m) = m
        | strings (n, s, m) =
            let val k = Int.toString (s mod 5000) in strings (n - 1, next s, StringMap.insert (m, k, 1 + getOpt (StringMap.find (m, k), 0))) end
      fun pairs (0, s, m) = m | pairs (n, s, m) = pairs (n - 1, next s, PairMap.insert (m, (s mod 97, s div 97), real n))
      val m = ints (200000, 1, IntMap.empty)
      fun lookups (0, s, c) = c | lookups (n, s, c) = lookups (n - 1, next s, if isSome (IntMap.find (m, s div 2)) then c + 1 else c)
      val found = lookups (400000, 5, 0)
      val a = IntMap.foldl (fn (k, v, s) => (s * 3 + k + v) mod 1000003) 0 m
      val b = StringMap.foldl (fn (k, v, s) => (s * 3 + size k * v) mod 1000003) 0 (strings (100000, 2, StringMap.empty))
      val c = PairMap.foldl (fn ((i, j), r, s) => (s * 3 + i + j + floor r) mod 1000003) 0 (pairs (100000, 3, PairMap.empty))
    in
      print ("redblack " ^ Int.toString found ^ " " ^ Int.toString a ^ " " ^ Int.toString b ^ " " ^ Int.toString c ^ "\n")
    end
end
val () = Main.main ()
