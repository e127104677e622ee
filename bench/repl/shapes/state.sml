(* shape sieve *)
fun sieve@n limit =
  let
    val composite = Array.array (limit + 1, false)
    fun strike (i, step) =
      if i > limit then () else (Array.update (composite, i, true); strike (i + step, step))
    fun go (i, count, last) =
      if i > limit then (count, last)
      else if Array.sub (composite, i) then go (i + 1, count, last)
      else (strike (i * 2, i); go (i + 1, count + 1, i))
  in
    go (2, 0, 0)
  end

val (count@n, last@n) = sieve@n @3
@note count@n * @1 + last@n

(* shape counter *)
val counter@n = ref @2

fun next@n () = (counter@n := !counter@n + @1; !counter@n)

fun collatz@n start =
  let
    val n = ref start
    val steps = ref 0
  in
    while !n <> 1 do
      (if !n mod 2 = 0 then n := !n div 2 else n := 3 * !n + 1;
       steps := !steps + 1);
    !steps
  end
@note collatz@n (next@n ()) + collatz@n (next@n ()) + @2

(* shape matrix *)
fun matrix@n (rows, columns, f : int * int -> int) =
  Array.tabulate (rows, fn i => Array.tabulate (columns, fn j => f (i, j)))

fun entry@n (m, i, j) = Array.sub (Array.sub (m, i), j) : int

fun multiply@n (a, b, size) =
  let
    fun cell (i, j) =
      let
        fun go (k, sum) =
          if k = size then sum mod @3 else go (k + 1, sum + entry@n (a, i, k) * entry@n (b, k, j))
      in
        go (0, 0)
      end
  in
    matrix@n (size, size, cell)
  end

val left@n = matrix@n (@1, @{10|11|12}, fn (i, j) => i * @1 + j)
val square@n = matrix@n (4, 4, fn (i, j) => (i * @2 + j * @1) mod @2)
@note entry@n (multiply@n (square@n, square@n, 4), @{0|1|2|3}, @{0|1|2|3}) + entry@n (left@n, 1, @1)

(* shape bubble *)
fun bubble@n (a : int array) =
  let
    val n = Array.length a
    val swaps = ref 0
    fun swap (i, j) =
      let val x = Array.sub (a, i)
      in
        Array.update (a, i, Array.sub (a, j));
        Array.update (a, j, x);
        swaps := !swaps + 1
      end
    fun pass i =
      if i + 1 >= n then ()
      else (if Array.sub (a, i) > Array.sub (a, i + 1) then swap (i, i + 1) else (); pass (i + 1))
    fun go 0 = ()
      | go k = (pass 0; go (k - 1))
  in
    go n;
    !swaps
  end

val cells@n = Array.fromList [@3, @2, @1, @3, @2, @1, @3, @2]
@note bubble@n cells@n * 100 + Array.sub (cells@n, @{0|1|2|3|4|5|6|7})

(* shape memo *)
fun fibonacci@n limit =
  let
    val memo = Array.array (limit + 1, ~1)
    fun fib 0 = 0
      | fib 1 = 1
      | fib n =
          (case Array.sub (memo, n) of
             ~1 =>
               let val value = (fib (n - 1) + fib (n - 2)) mod @3 in
                 Array.update (memo, n, value);
                 value
               end
           | known => known)
  in
    fib limit
  end
@note fibonacci@n @2 + fibonacci@n @2

(* shape hashing *)
(* A table of chains, keyed by strings. *)
val buckets@n = Array.array (@2, [] : (string * int) list)

fun bucket@n key =
  CharVector.foldl (fn (c, h) => (h * @2 + ord c) mod 8191) 7 key mod Array.length buckets@n

fun store@n (key, value) =
  let
    val i = bucket@n key
    val others = List.filter (fn (other, _) => other <> key) (Array.sub (buckets@n, i))
  in
    Array.update (buckets@n, i, (key, value) :: others)
  end

fun find@n key =
  Option.map (fn (_, value) => value)
    (List.find (fn (other, _) => other = key) (Array.sub (buckets@n, bucket@n key)))

val () = List.app (fn i => store@n ("key" ^ Int.toString (i mod @2), i)) (List.tabulate (@2, fn i => i))
@note Option.getOpt (find@n "key@1", @2) + Option.getOpt (find@n "none", 1)

(* shape histogram *)
fun histogram@n (xs, bins) =
  let
    val counts = Array.array (bins, 0)
    fun add x =
      let val i = x mod bins in Array.update (counts, i, Array.sub (counts, i) + 1) end
  in
    List.app add xs;
    Array.modify (fn c => c * @1) counts;
    Array.vector counts
  end

val counts@n = histogram@n (List.tabulate (@2, fn i => i * i + @1), @1)
@note Vector.foldli (fn (i, c, total) => total + (i + 1) * c) 0 counts@n + Vector.length counts@n

(* shape stream *)
(* Pseudo-random numbers, by a closure with a state of its own. *)
fun generator@n seed =
  let
    val state = ref seed
  in
    fn bound =>
      (state := (!state * @3 + @3) mod 30011;
       !state mod bound)
  end

val draw@n = generator@n @3
fun throw@n (0, total) = total
  | throw@n (count, total) = throw@n (count - 1, total + draw@n 6 + 1)
@note throw@n (@2, 0) * @1 + draw@n @3
