(* shape totals *)
(* The sum of the multiples of @1 and of @1 below a bound. *)
fun isMultiple@n (x, d) = x mod d = 0

fun totals@n bound =
  let
    fun loop (i, total) =
      if i >= bound then total
      else if isMultiple@n (i, @1) orelse isMultiple@n (i, @1) then loop (i + 1, total + i)
      else loop (i + 1, total)
  in
    loop (1, 0)
  end
@note totals@n @2

(* shape insertion *)
fun insert@n (x : int, []) = [x]
  | insert@n (x, y :: rest) =
      if x @{<|<=} y then x :: y :: rest else y :: insert@n (x, rest)

fun sort@n [] = []
  | sort@n (x :: rest) = insert@n (x, sort@n rest)

fun weigh@n xs =
  let
    fun go (_, [], total) = total
      | go (i, x :: rest, total) = go (i + 1, rest, (total + i * x) mod @3)
  in
    go (1, sort@n xs, 0)
  end
@note weigh@n [@2, @1, @3, @2, @1, @3, @2]

(* shape mergesort *)
fun split@n ([] : int list) = ([], [])
  | split@n [x] = ([x], [])
  | split@n (x :: y :: rest) =
      let val (xs, ys) = split@n rest in (x :: xs, y :: ys) end

fun merge@n ([], ys) = ys
  | merge@n (xs, []) = xs
  | merge@n (x :: xs, y :: ys) =
      (case Int.compare (x, y) of
         LESS => x :: merge@n (xs, y :: ys)
       | EQUAL => x :: y :: merge@n (xs, ys)
       | GREATER => y :: merge@n (x :: xs, ys))

fun mergesort@n [] = []
  | mergesort@n [x] = [x]
  | mergesort@n xs =
      let
        val (left, right) = split@n xs
      in
        merge@n (mergesort@n left, mergesort@n right)
      end

val sorted@n = mergesort@n (List.tabulate (@2, fn i => (i * @3 + @2) mod @3))
@note List.nth (sorted@n, @1) + hd sorted@n * @1 + List.last sorted@n

(* shape pipeline *)
(* Squares of what is @{odd|even}, cut off, in one pass after the other. *)
fun pipeline@n (xs : int list) =
  let
    val kept = List.filter (fn x => x mod 2 = @{0|1}) xs
    val squares = map (fn x => x * x) kept
    val small = List.filter (fn x => x < @3) squares
  in
    foldl (fn (x, total) => total @{+|-} x) @2 small
  end

fun upTo@n n = List.tabulate (n, fn i => i + @1)
@note pipeline@n (upTo@n @2) + length (upTo@n @1)

(* shape partition *)
fun partition@n (pivot : int) xs =
  let
    fun go ([], low, high) = (rev low, rev high)
      | go (x :: rest, low, high) =
          if x < pivot then go (rest, x :: low, high)
          else go (rest, low, x :: high)
  in
    go (xs, [], [])
  end

fun quicksort@n [] = []
  | quicksort@n (x :: rest) =
      let
        val (low, high) = partition@n x rest
        val sortedLow = quicksort@n low
        val sortedHigh = quicksort@n high
      in
        sortedLow @ x :: sortedHigh
      end

fun median@n xs =
  let val n = length xs in List.nth (quicksort@n xs, n div 2) end
@note median@n [@3, @2, @3, @1, @2, @3, @2, @1, @3]

(* shape pairs *)
fun zipped@n (xs : int list, ys : int list) = ListPair.map (fn (x, y) => x * @1 + y) (xs, ys)

fun product@n (xs, ys) = ListPair.foldl (fn (x, y, total) => (total + x * y) mod @3) 0 (xs, ys)

fun best@n [] = NONE
  | best@n ((name : string, score : int) :: rest) =
      (case best@n rest of
         NONE => SOME (name, score)
       | SOME (other, high) => if score > high then SOME (name, score) else SOME (other, high))

val names@n = ["ann", "bob", "cleo", "dan"]
val scores@n = zipped@n ([@2, @2, @2, @2], [@1, @1, @1, @1])
val winner@n = case best@n (ListPair.zip (names@n, scores@n)) of SOME (name, _) => name | NONE => ""
@note size winner@n + product@n (scores@n, [@1, @1, @1, @1])

(* shape groups *)
(* Runs of equal elements, with their lengths. *)
fun groups@n ([] : int list) = []
  | groups@n (x :: rest) =
      let
        fun run (count, []) = (count, [])
          | run (count, y :: ys) = if y = x then run (count + 1, ys) else (count, y :: ys)
        val (count, others) = run (1, rest)
      in
        (x, count) :: groups@n others
      end

fun expand@n [] = []
  | expand@n ((x, count) :: rest) = List.tabulate (count, fn _ => x : int) @ expand@n rest

val runs@n = groups@n [@1, 1, 1, 4, 4, 4, @1, 2, 2, 7]
@note length runs@n * @2 + length (expand@n runs@n)

(* shape queens *)
fun safe@n (_ : int, _ : int, []) = true
  | safe@n (row, distance, queen :: rest) =
      queen <> row andalso abs (queen - row) <> distance andalso safe@n (row, distance + 1, rest)

fun place@n (size, column, board) =
  if column = size then 1
  else
    let
      fun try (row, found) =
        if row = size then found
        else if safe@n (row, 1, board) then
          try (row + 1, found + place@n (size, column + 1, row :: board))
        else try (row + 1, found)
    in
      try (0, 0)
    end
@note place@n (@{4|5|6}, 0, []) + @2
