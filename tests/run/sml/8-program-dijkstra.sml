(* Program: shortest paths with a heap made by a functor. *)
signature HEAP = sig
  type elem
  type heap
  exception Empty
  val empty : heap
  val isEmpty : heap -> bool
  val insert : elem * heap -> heap
  val min : heap -> elem
  val deleteMin : heap -> heap
end
functor LeftistHeap (E : sig type t val leq : t * t -> bool end) :> HEAP where type elem = E.t = struct
  type elem = E.t
  datatype heap = Nil | Node of int * elem * heap * heap
  exception Empty
  val empty = Nil
  fun isEmpty Nil = true | isEmpty _ = false
  fun rank Nil = 0 | rank (Node (r, _, _, _)) = r
  fun make (x, a, b) = if rank a >= rank b then Node (rank b + 1, x, a, b) else Node (rank a + 1, x, b, a)
  fun merge (h, Nil) = h | merge (Nil, h) = h
    | merge (h1 as Node (_, x, a1, b1), h2 as Node (_, y, a2, b2)) =
        if E.leq (x, y) then make (x, a1, merge (b1, h2)) else make (y, a2, merge (h1, b2))
  fun insert (x, h) = merge (Node (1, x, Nil, Nil), h)
  fun min Nil = raise Empty | min (Node (_, x, _, _)) = x
  fun deleteMin Nil = raise Empty | deleteMin (Node (_, _, a, b)) = merge (a, b)
end
structure H = LeftistHeap (struct type t = int * int fun leq ((a, _), (b, _)) = a <= b end)
type graph = (int * int) list array
val infinity = 1000000
fun dijkstra (g : graph, start) =
  let
    val dist = Array.array (Array.length g, infinity)
    fun loop h =
      if H.isEmpty h then ()
      else
        let
          val (d, u) = H.min h
          val h = H.deleteMin h
        in
          if d > Array.sub (dist, u) then loop h
          else
            loop (foldl (fn ((v, w), h) =>
              if d + w < Array.sub (dist, v) then (Array.update (dist, v, d + w); H.insert ((d + w, v), h)) else h) h (Array.sub (g, u)))
        end
  in
    Array.update (dist, start, 0);
    loop (H.insert ((0, start), H.empty));
    dist
  end
val g : graph = Array.fromList [[(1, 7), (2, 9), (5, 14)], [(0, 7), (2, 10), (3, 15)], [(0, 9), (1, 10), (3, 11), (5, 2)], [(1, 15), (2, 11), (4, 6)], [(3, 6), (5, 9)], [(0, 14), (2, 2), (4, 9)], []]
val () = Array.app (fn d => print (if d = infinity then "- " else Int.toString d ^ " ")) (dijkstra (g, 0))
val () = print "\n"
val n = 60
val grid : graph = Array.tabulate (n * n, fn i =>
  List.filter (fn (j, _) => j >= 0 andalso j < n * n)
    [(i + n, (i * 7) mod 10 + 1), (i - n, (i * 3) mod 10 + 1), (if i mod n = n - 1 then ~1 else i + 1, (i * 5) mod 9 + 1), (if i mod n = 0 then ~1 else i - 1, 4)])
val d = dijkstra (grid, 0)
val () = print (Int.toString (Array.sub (d, n * n - 1)) ^ " " ^ Int.toString (Array.foldl Int.max 0 d) ^ "\n")
val () = print ((H.min H.empty; "?") handle H.Empty => "empty\n")
