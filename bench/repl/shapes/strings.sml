(* shape words *)
fun isBlank@n c = c = #" " orelse c = #"@{,|.|;|-}"

fun capital@n word =
  case explode word of
    [] => ""
  | c :: rest => implode (Char.toUpper c :: rest)

fun title@n text =
  let
    val words = String.tokens isBlank@n text
    val long = List.filter (fn word => size word > @{1|2}) words
  in
    String.concatWith " " (map capital@n long)
  end
@note size (title@n "the quick brown fox, jumps over a lazy dog - @3 times; or more")

(* shape cipher *)
(* Letters move by @1 places, all else stays. *)
fun shift@n by c =
  if Char.isLower c then chr ((ord c - ord #"a" + by) mod 26 + ord #"a")
  else if Char.isUpper c then chr ((ord c - ord #"A" + by) mod 26 + ord #"A")
  else c

fun encode@n text = String.map (shift@n @1) text
fun decode@n text = String.map (shift@n (~@1)) text

fun hash@n text = CharVector.foldl (fn (c, h) => (h * 31 + ord c) mod 65521) @2 text
@note hash@n (encode@n "Meet me at @{noon|dawn|dusk}, gate @2") + hash@n (decode@n "Xlmw mw rsx e wigvix")

(* shape roman *)
val table@n = [(100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")]

fun roman@n n =
  let
    fun go (0, _) = ""
      | go (_, []) = ""
      | go (left, (value, digits) :: rest) =
          if left >= value then digits ^ go (left - value, (value, digits) :: rest)
          else go (left, rest)
  in
    go (n, table@n)
  end
@note foldl (fn (n, total) => total + size (roman@n n)) @1 [@2, @3, @2, @3]

(* shape padding *)
fun pad@n (width, text) =
  if size text >= width then text else pad@n (width, @{" " ^ text|text ^ " "})

fun row@n cells =
  let
    fun cell (width, value) = pad@n (width, Int.toString value)
  in
    "|" ^ String.concatWith "|" (map cell cells) ^ "|"
  end

fun page@n rows = concat (map (fn cells => row@n cells ^ "\n") rows)

val shown@n = page@n [[(@1, @2), (@1, @3)], [(@1, ~@2), (@1, @1)]]
@note size shown@n * @1 + length (String.fields (fn c => c = #"|") shown@n)

(* shape commands *)
fun command@n (word, argument) =
  case word of
    "add" => argument + @2
  | "sub" => argument - @2
  | "neg" => ~argument
  | "zero" => 0
  | "twice" => argument * 2
  | _ => (case Int.fromString word of SOME n => n | NONE => ~1)

fun script@n text =
  let
    val words = String.tokens Char.isSpace text
    fun step (word, state) = command@n (word, state) mod 10007
  in
    foldl step @2 words
  end
@note script@n "add add twice @{neg|sub|add} @3 twice sub what add"

(* shape letters *)
fun value@n c =
  case c of
    #"a" => 1
  | #"e" => @1
  | #"i" => @1
  | #"o" => @1
  | #"u" => 5
  | #" " => 0
  | other => if Char.isDigit other then ord other - ord #"0" else @2

fun score@n text =
  let
    val n = size text
    fun go (i, total) =
      if i = n then total
      else go (i + 1, total + value@n (String.sub (text, i)) * (i mod @1 + 1))
  in
    go (0, 0)
  end

fun palindrome@n text = implode (rev (explode text)) = text
@note score@n "some text with @3 letters" + (if palindrome@n "@{level|label|refer}" then 1 else 0)

(* shape parsing *)
(* A sum of products of numbers, as text. *)
fun number@n (c :: rest, total) =
      if Char.isDigit c then number@n (rest, total * 10 + ord c - ord #"0") else (total, c :: rest)
  | number@n ([], total) = (total, [])

fun term@n chars =
  case number@n (chars, 0) of
    (left, #"*" :: rest) =>
      let val (right, others) = term@n rest in (left * right, others) end
  | other => other

fun sum@n chars =
  let
    val (left, rest) = term@n chars
  in
    case rest of
      #"+" :: others => left + sum@n others
    | #"-" :: others => left - sum@n others
    | _ => left
  end

fun evaluate@n text = sum@n (List.filter (not o Char.isSpace) (explode text))
@note evaluate@n "@2 + @1 * @2 - @1 * @1 + @3"

(* shape counting *)
type entry@n = {word : string, count : int}

fun bump@n (word, []) = [{word = word, count = 1}]
  | bump@n (word, (entry : entry@n) :: rest) =
      if #word entry = word then {word = word, count = #count entry + 1} :: rest
      else entry :: bump@n (word, rest)

fun count@n text = foldl bump@n [] (String.tokens (not o Char.isAlpha) text)

fun most@n (entries : entry@n list) =
  foldl (fn ({count, word}, high) => if count > high then count + size word else high) 0 entries
@note most@n (count@n "to be or not to be that is the @{question|answer} of @2 be")
