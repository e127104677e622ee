(* shape newton *)
fun close@n (x, y) = Real.abs (x - y) < 0.000001

fun root@n a =
  let
    fun improve (guess, steps) =
      let
        val next = (guess + a / guess) / 2.0
      in
        if close@n (next, guess) orelse steps = 0 then next else improve (next, steps - 1)
      end
  in
    improve (a, 50)
  end

fun distance@n ((x1, y1), (x2, y2)) =
  let
    val dx = x2 - x1
    val dy = y2 - y1
  in
    root@n (dx * dx + dy * dy)
  end
@note floor (root@n @2.0 * 10.0) + floor (distance@n ((0.5, @1.5), (@2.25, @1.75)))

(* shape statistics *)
fun mean@n xs = foldl op+ 0.0 xs / real (length xs)

fun variance@n xs =
  let
    val m = mean@n xs
    val squares = map (fn x => (x - m) * (x - m)) xs
  in
    mean@n squares
  end

fun summary@n xs =
  let
    val low = foldl Real.min (hd xs) xs
    val high = foldl Real.max (hd xs) xs
    val deviation = Math.sqrt (variance@n xs)
  in
    {low = low, high = high, mean = mean@n xs, deviation = deviation}
  end

val {low = low@n, high = high@n, mean = middle@n, deviation = deviation@n} =
  summary@n [@1.5, @2.25, @1.75, @2.0, @2.5, ~@1.25]
@note floor (high@n - low@n) + floor (middle@n * 8.0) + floor (deviation@n * 4.0)

(* shape geometry *)
type point@n = {x : real, y : real}

fun plus@n ({x, y} : point@n, {x = dx, y = dy} : point@n) : point@n = {x = x + dx, y = y + dy}

fun turn@n (angle, {x, y} : point@n) : point@n =
  let
    val c = Math.cos angle
    val s = Math.sin angle
  in
    {x = c * x - s * y, y = s * x + c * y}
  end

fun walk@n (0, _, at) = at
  | walk@n (steps, by, at) = walk@n (steps - 1, turn@n (0.@2, by), plus@n (at, by))

val {x = endX@n, y = endY@n} = walk@n (@2, {x = 1.0, y = 0.25}, {x = 0.0, y = @1.0})
@note floor (endX@n * 10.0 + 0.03) + floor (endY@n * 10.0 + 0.03)

(* shape integral *)
fun integral@n (f : real -> real, low, high, pieces) =
  let
    val width = (high - low) / real pieces
    fun sum (i, total) =
      if i = pieces then total * width
      else
        let
          val x = low + (real i + 0.5) * width
        in
          sum (i + 1, total + f x)
        end
  in
    sum (0, 0.0)
  end

fun cubic@n x = x * x * x - @1.0 * x + 0.@2
@note floor (integral@n (cubic@n, 0.0, @1.0, @2) * 100.0 + 0.03)

(* shape digits *)
fun digits@n (n, base) = if n < base then [n] else n mod base :: digits@n (n div base, base)

fun text@n ds = implode (map (fn d => if d < 10 then chr (d + 48) else chr (d + 87)) (rev ds))

fun reversed@n n = foldl (fn (d, total) => total * 10 + d) 0 (digits@n (n, 10))

fun steps@n (n, 0) = n
  | steps@n (n, left) =
      let
        val m = (n + reversed@n n) mod 99991
      in
        if m = reversed@n m then m else steps@n (m, left - 1)
      end
@note steps@n (@3, @1) + size (text@n (digits@n (@3, @{2|3|8|16})))

(* shape bits *)
fun popcount@n 0w0 = 0
  | popcount@n w = Word.toInt (Word.andb (w, 0w1)) + popcount@n (Word.>> (w, 0w1))

fun mixed@n (a, b) =
  let
    val x = Word.xorb (Word.<< (Word.fromInt a, 0w3), Word.fromInt b)
    val y = Word.andb (x * 0w@2 + 0w@3, 0wxFFFF)
  in
    Word.orb (y, Word.>> (y, 0w@1))
  end

fun parity@n w = popcount@n w mod 2 = 1
@note popcount@n (mixed@n (@3, @2)) + Word.toInt (mixed@n (@2, @3)) + (if parity@n 0w@3 then 1 else 0)

(* shape polynomial *)
fun horner@n (coefficients, x) = foldr (fn (c, total) => (c + x * total) mod 9973) 0 coefficients

fun addPoly@n ([], q) = q
  | addPoly@n (p, []) = p
  | addPoly@n (a :: p, b :: q) = a + b :: addPoly@n (p, q)

fun timesPoly@n ([], _) = []
  | timesPoly@n (a :: p, q) = addPoly@n (map (fn b => a * b mod @3) q, 0 :: timesPoly@n (p, q))

fun derive@n [] = []
  | derive@n (_ :: p) =
      let
        fun go (_, []) = []
          | go (n, c :: rest) = n * c :: go (n + 1, rest)
      in
        go (1, p)
      end

val poly@n = timesPoly@n ([@1, @1, 1], [@2, @1, @1])
@note horner@n (poly@n, @1) + horner@n (derive@n poly@n, @2)
