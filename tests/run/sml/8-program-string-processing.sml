(* Program: words, frequencies, palindromes, Caesar's cipher, run lengths, wrapping. *)
val text = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness"
val words = String.tokens (not o Char.isAlpha) (String.map Char.toLower text)
fun insert (w, []) = [(w, 1)]
  | insert (w, (v, n) :: r) = if w = v then (v, n + 1) :: r else (v, n) :: insert (w, r)
fun sort less [] = []
  | sort less (x :: xs) =
      let val (a, b) = List.partition (fn y => less (y, x)) xs in sort less a @ [x] @ sort less b end
fun more ((a : string, n : int), (b, m)) = n > m orelse n = m andalso a < b
val counts = sort more (foldl insert [] words)
val () = print (String.concatWith " " (map (fn (w, n) => w ^ "=" ^ Int.toString n) counts) ^ "\n")
fun palindrome s = let val l = List.filter Char.isAlpha (explode (String.map Char.toLower s)) in l = rev l end
val () = app (fn s => print (Bool.toString (palindrome s) ^ " ")) ["A man, a plan, a canal: Panama", "not one", "", "x"]
val () = print "\n"
fun rot n c =
  if Char.isUpper c then chr ((ord c - 65 + n) mod 26 + 65) else if Char.isLower c then chr ((ord c - 97 + n) mod 26 + 97) else c
val secret = String.map (rot 3) "Attack at dawn, Xerxes!"
val () = print (secret ^ " " ^ String.map (rot ~3) secret ^ "\n")
fun runs [] = []
  | runs (c :: cs) = (case runs cs of (d, n) :: r => if c = d then (d, n + 1) :: r else (c, 1) :: (d, n) :: r | [] => [(c, 1)])
val () = print (concat (map (fn (c, n) => str c ^ Int.toString n) (runs (explode "aaabccddddde"))) ^ "\n")
fun wrap width ws =
  let
    fun go ([], line, _) = [line]
      | go (w :: r, line, n) = if n + 1 + size w > width then line :: go (r, w, size w) else go (r, line ^ " " ^ w, n + 1 + size w)
  in case ws of [] => [] | w :: r => go (r, w, size w) end
val () = app (fn l => print (StringCvt.padRight #"." 24 l ^ "|\n")) (wrap 24 (String.tokens Char.isSpace text))
fun hex s = String.translate (fn c => StringCvt.padLeft #"0" 2 (Int.fmt StringCvt.HEX (ord c))) s
val () = print (hex "Hello\n" ^ "\n")
