(* String building: joining in loops, exploding and imploding, mapping, translating, cutting, comparing. *)
structure Main = struct
  fun repeat (0, _) = () | repeat (n, f) = (f () : unit; repeat (n - 1, f))
  val total = ref 0
  fun count s = total := (!total * 31 + size s + (if s = "" then 0 else ord (String.sub (s, size s div 2)))) mod 1000003
  fun grow (0, s) = s | grow (n, s) = grow (n - 1, s ^ str (chr (97 + n mod 26)))
  fun pad (n, s) = if size s >= n then s else pad (n, " " ^ s)
  fun letters n = CharVector.tabulate (n, fn i => chr (32 + i * 7 mod 95))
  fun reverse s = implode (rev (explode s))
  fun escape c = case c of #"<" => "&lt;" | #">" => "&gt;" | #"&" => "&amp;" | c => str c
  fun shout s = String.map (fn c => if Char.isAlpha c then Char.toUpper c else #"_") s
  fun cut s = String.tokens Char.isSpace s
  fun longest (words, least) = foldl (fn (w, m) => if String.compare (w, m) = GREATER then w else m) least words
  fun prefixes (s, n) = if n > size s then () else (count (String.substring (s, 0, n)); prefixes (s, n + 1))
  fun trim s = Substring.string (Substring.dropr Char.isSpace (Substring.dropl Char.isSpace (Substring.full s)))
  fun main () =
    let val text = letters 2000 in
      repeat (60, fn () => count (grow (1000, "")));
      repeat (40000, fn () => count (pad (20, "kont")));
      repeat (2000, fn () => count (reverse text));
      repeat (2500, fn () => count (String.translate escape text));
      repeat (5000, fn () => count (shout text));
      repeat (2500, fn () => count (longest (cut text, "")));
      repeat (200, fn () => prefixes (text, 0));
      repeat (100000, fn () => count (trim "   some words in the middle   "));
      repeat (5000, fn () => if String.isSubstring "no such text" text then () else count (letters 500));
      print ("strings " ^ Int.toString (!total) ^ "\n")
    end
end
val () = Main.main ()
