(* shape failures *)
exception Negative@n
exception TooLarge@n of int

fun checked@n x =
  if x < 0 then raise Negative@n else if x > @3 then raise TooLarge@n x else x

fun attempt@n x =
  checked@n (x - @2)
  handle Negative@n => ~1
       | TooLarge@n y => y mod @2

fun safely@n (f : int * int -> int) pair = SOME (f pair) handle Div => NONE | Overflow => NONE

fun ratio@n (a, b) = a div b
@note attempt@n @1 + attempt@n @3 + getOpt (safely@n ratio@n (@3, @1 - @1), @1)

(* shape parity *)
fun even@n 0 = true
  | even@n n = odd@n (n - 1)
and odd@n 0 = false
  | odd@n n = even@n (n - 1)

fun states@n (input, i) =
  if i >= size input then 0
  else
    case String.sub (input, i) of
      #"a" => 1 + accept@n (input, i + 1)
    | #"b" => states@n (input, i + 1)
    | _ => reject@n (input, i + 1)
and accept@n (input, i) =
  if i >= size input then @2
  else if String.sub (input, i) = #"b" then 2 + states@n (input, i + 1)
  else accept@n (input, i + 1)
and reject@n (input, i) = if i < @1 then states@n (input, i) else ~1
@note states@n ("ab@{abba|baab|bbab}ab", 0) + (if even@n @2 then 1 else 0) + (if odd@n @2 then 2 else 0)

(* shape curried *)
fun between@n low high x = low <= x andalso x <= (high : int)
fun scaled@n factor offset x = factor * x + offset : int
fun compose@n (f : int -> int) (g : int -> int) x = f (g x)
fun repeat@n 0 _ x = x
  | repeat@n n (f : int -> int) x = repeat@n (n - 1) f (f x)

val line@n = scaled@n @1 @2
val clamp@n = fn x => if between@n 0 @3 x then x else x mod @3
val both@n = compose@n clamp@n line@n
@note repeat@n @1 both@n @2 + foldl op+ 0 (map (scaled@n @1 @1) [@2, @2, @1])

(* shape greatest *)
fun gcd@n (a, 0) = a
  | gcd@n (a, b) = gcd@n (b, a mod b)

fun power@n (base, exponent, modulus) =
  if exponent = 0 then 1
  else
    let
      val half = power@n (base, exponent div 2, modulus)
      val square = half * half mod modulus
    in
      if exponent mod 2 = 0 then square else square * base mod modulus
    end

fun prime@n n =
  let
    fun free d = d * d > n orelse (n mod d <> 0 andalso free (d + 1))
  in
    n > 1 andalso free 2
  end
@note gcd@n (@3, @2) + power@n (@2, @2, @3) + length (List.filter prime@n (List.tabulate (@2, fn i => i)))

(* shape dates *)
fun leap@n year = year mod 4 = 0 andalso (year mod 100 <> 0 orelse year mod 400 = 0)

fun days@n (year, month) =
  case month of
    2 => if leap@n year then 29 else 28
  | 4 => 30
  | 6 => 30
  | 9 => 30
  | 11 => 30
  | _ => 31

fun dayOfYear@n {year, month, day} =
  let
    fun earlier m = if m = month then 0 else days@n (year, m) + earlier (m + 1)
  in
    earlier 1 + day
  end

fun monthName@n month =
  List.nth (["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], month - 1)
@note dayOfYear@n {year = 2@3, month = @{3|7|11}, day = @1} + size (monthName@n @1)

(* shape change *)
(* The number of ways to pay an amount, and the fewest coins. *)
fun ways@n (0, _) = 1
  | ways@n (_, []) = 0
  | ways@n (amount, coin :: rest) =
      if amount < coin then ways@n (amount, rest)
      else ways@n (amount - coin, coin :: rest) + ways@n (amount, rest)

exception Short@n

fun fewest@n (0, _) = 0
  | fewest@n (_, []) = raise Short@n
  | fewest@n (amount, coin :: rest) =
      if coin > amount then fewest@n (amount, rest)
      else 1 + fewest@n (amount - coin, coin :: rest) handle Short@n => fewest@n (amount, rest)

val coins@n = [20, 10, @{5|6|7}, 2]
@note ways@n (@2, coins@n) + (fewest@n (@2, coins@n) handle Short@n => ~1)

(* shape callbacks *)
fun each@n (low, high, f : int -> unit) =
  if low > high then () else (f low; each@n (low + 1, high, f))

fun fold@n (low, high, f : int * int -> int, start) =
  let
    val total = ref start
  in
    each@n (low, high, fn i => total := f (i, !total));
    !total
  end

fun table@n f = List.mapPartial (fn i => if i mod @1 = 0 then NONE else SOME (f i : int)) [1, 2, 3, 4, 5, 6]
@note fold@n (1, @2, fn (i, t) => (i * i + t) mod @3, @1) + length (table@n (fn i => i * @1))
