(* shape digit sum *)
fun digitSum@n n =
  let
    fun go (left, total) =
      if left = 0 then
        total mod @3
      else
        go (left div 10, total + left mod 10 * @1)
  in
    go (n, @2)
  end
@note digitSum@n @3

(* shape take while *)
fun takeBelow@n (limit, xs) =
  case xs of
    [] => []
  | x :: rest =>
      if x < limit then
        x * @1 :: takeBelow@n (limit, rest)
      else if x = @3 then
        [x]
      else
        []
@note length (takeBelow@n (@2, [@1, @1, @2, @3]))

(* shape binary search *)
fun search@n (v, wanted) =
  let
    fun go (low, high) =
      if low >= high then ~1
      else
        let val middle = (low + high) div 2 val x : int = Vector.sub (v, middle) in
          if x = wanted then middle
          else if x < wanted then go (middle + 1, high) else go (low, middle)
        end
  in go (0, Vector.length v) end
@note search@n (Vector.fromList [@1, 1@1, 2@1, 3@1, 4@1], 3@1)

(* shape vowels *)
fun vowels@n text =
  let
    fun isVowel c =
      case c of
        #"a" => true
      | #"e" => true
      | #"i" => true
      | #"o" => true
      | _ => c = #"u"
  in length (List.filter isVowel (explode text)) end
@note vowels@n "a @{longer|shorter|curious} text of @3 words"

(* shape caesar *)
fun rotate@n text =
  let
    val by = @1
    fun move c =
      if Char.isLower c then
        chr ((ord c - 97 + by) mod 26 + 97)
      else c
  in
    String.map move text
  end
@note size (rotate@n "veni vidi @{vici|fugi}" ^ "@3")

(* shape compound interest *)
fun interest@n (capital, rate, years) =
  if years = 0 then
    capital
  else
    let
      val gain = capital * rate / 100.0
      val next = capital + gain
    in
      interest@n (next, rate, years - 1)
    end
@note floor (interest@n (@3.0, @1.5, @1))

(* shape maximum *)
fun largest@n [] = NONE
  | largest@n [x] = SOME (x : int)
  | largest@n (x :: rest) =
      (case largest@n rest of
         NONE => SOME x
       | SOME y =>
           if x > y then
             SOME x
           else
             SOME y)
@note getOpt (largest@n [@2, @3, @1, @2], @1)

(* shape while loop *)
fun powers@n limit =
  let
    val power = ref 1
    val count = ref 0
  in
    while !power < limit do
      (power := !power * @1;
       count := !count + 1);
    !count * @2
  end
@note powers@n @30

(* shape handler *)
fun quotient@n (a, b) =
  let
    exception Small
    fun checked x =
      if x < @1 then raise Small else x
  in
    checked (a div b) + @2
    handle Small => ~1
         | Div => ~2
  end
@note quotient@n (@3, @1) + quotient@n (@2, 0)

(* shape grid sum *)
fun gridSum@n (rows, columns) =
  let
    fun column (_, 0) = 0
      | column (i, j) = i * j mod @1 + column (i, j - 1)
    fun row 0 = 0
      | row i = column (i, columns) + row (i - 1)
  in
    row rows
    mod @3
  end
@note gridSum@n (@1, @2)

(* shape fold strings *)
fun joined@n words =
  let
    fun add (word, text) =
      if text = "" then
        word
      else
        text ^ "@{-|+|/}" ^ word
  in
    size (foldl add "" words)
  end
@note joined@n ["one", "two", "@3", "four"]

(* shape clauses *)
fun ackermann@n (0, n) = n + 1
  | ackermann@n (m, 0) =
      ackermann@n (m - 1, 1)
  | ackermann@n (m, n) =
      let
        val inner =
          ackermann@n (m, n - 1)
      in
        ackermann@n (m - 1, inner)
      end
@note ackermann@n (2, @1)

(* shape record *)
fun older@n (a : {name : string, age : int}, b) =
  let
    val {name = _, age} = a
    val years = age - #age (b : {name : string, age : int})
  in
    if years > 0 then
      years * @1
    else
      size (#name b) - years
  end
@note older@n ({name = "ann", age = @2}, {name = "bob", age = @2})

(* shape array fill *)
fun filled@n n =
  let
    val a = Array.array (n, @1)
    fun fill i =
      if i = n then ()
      else (Array.update (a, i, Array.sub (a, i - 1) * @1 mod @3); fill (i + 1))
  in
    fill 1;
    Array.foldl op+ 0 a
  end
@note filled@n @2

(* shape options *)
fun lookup@n (table, key : string) =
  let
    fun matches (other, _) = other = key
    val found = List.find matches table
  in
    case found of
      NONE => @2
    | SOME (_, value) =>
        value * @1
  end
@note lookup@n ([("one", 1), ("two", @2), ("three", @3)], "@{one|two|three|four}")

(* shape compose *)
fun twice@n (f : int -> int) x =
  let
    val once = f x
    val again = f once
  in
    if again > @3 then
      once mod @2
    else
      again + @1
  end
@note twice@n (fn x => x * @1 + @1) @2
