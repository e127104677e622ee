(* Program: a hash table with chaining that grows, polymorphic in keys and values. *)
signature TABLE = sig
  type ('k, 'v) table
  val new : ('k -> int) * ('k * 'k -> bool) -> ('k, 'v) table
  val put : ('k, 'v) table -> 'k * 'v -> unit
  val get : ('k, 'v) table -> 'k -> 'v option
  val delete : ('k, 'v) table -> 'k -> bool
  val size : ('k, 'v) table -> int
  val fold : ('k * 'v * 'b -> 'b) -> 'b -> ('k, 'v) table -> 'b
end
structure Table :> TABLE = struct
  datatype ('k, 'v) table = T of {hash : 'k -> int, eq : 'k * 'k -> bool, buckets : ('k * 'v) list array ref, count : int ref}
  fun new (hash, eq) = T {hash = hash, eq = eq, buckets = ref (Array.array (4, [])), count = ref 0}
  fun slot (T {hash, buckets, ...}, k) = hash k mod Array.length (!buckets)
  fun get (t as T {eq, buckets, ...}) k = Option.map #2 (List.find (fn (k', _) => eq (k, k')) (Array.sub (!buckets, slot (t, k))))
  fun grow (T {hash, buckets, ...}) =
    let
      val n = 2 * Array.length (!buckets)
      val new = Array.array (n, [])
    in
      Array.app (app (fn p as (k, _) => Array.update (new, hash k mod n, p :: Array.sub (new, hash k mod n)))) (!buckets);
      buckets := new
    end
  fun delete (t as T {eq, buckets, count, ...}) k =
    let
      val i = slot (t, k)
      val old = Array.sub (!buckets, i)
      val new = List.filter (fn (k', _) => not (eq (k, k'))) old
      val found = length new < length old
    in Array.update (!buckets, i, new); if found then count := !count - 1 else (); found end
  fun put (t as T {buckets, count, ...}) (k, v) =
    (ignore (delete t k);
     if !count >= 2 * Array.length (!buckets) then grow t else ();
     let val i = slot (t, k) in Array.update (!buckets, i, (k, v) :: Array.sub (!buckets, i)) end;
     count := !count + 1)
  fun size (T {count, ...}) = !count
  fun fold f z (T {buckets, ...}) = Array.foldl (fn (b, z) => foldl (fn ((k, v), z) => f (k, v, z)) z b) z (!buckets)
end
fun hashString s = foldl (fn (c, h) => (h * 31 + ord c) mod 65521) 7 (explode s)
val t : (string, int) Table.table = Table.new (hashString, op=)
fun loop n = if n = 300 then () else (Table.put t (Int.toString (n * 7 mod 211), n); loop (n + 1))
val () = loop 0
val () = print (Int.toString (Table.size t) ^ " " ^ Int.toString (valOf (Table.get t "7")) ^ Bool.toString (isSome (Table.get t "x")) ^ "\n")
val () = print (Bool.toString (Table.delete t "7") ^ Bool.toString (Table.delete t "7") ^ Int.toString (Table.fold (fn (_, v, s) => v + s) 0 t) ^ "\n")
val u : (int * int, string list) Table.table = Table.new (fn (a, b) => a * 31 + b, fn (a, b) => a = b)
val () = (Table.put u ((1, 2), ["a"]); Table.put u ((2, 1), ["b"]); Table.put u ((1, 2), ["c", "d"]))
val () = print (concat (valOf (Table.get u (1, 2))) ^ Int.toString (Table.size u) ^ "\n")
