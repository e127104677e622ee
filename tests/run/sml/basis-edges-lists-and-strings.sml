(* Functions on lists and strings at minInt, ~1, 0, the length, one more, and maxInt. *)
fun edges n = [valOf Int.minInt, ~1, 0, n, n + 1, valOf Int.maxInt]
fun row (name, n, f) = print (name ^ ": " ^ String.concatWith " " (map (fn i => f i handle e => exnName e) (edges n)) ^ "\n")
fun quoted s = "\"" ^ String.toString s ^ "\""
fun both (s, t) = quoted s ^ "," ^ quoted t

val l = [#"a", #"b", #"c"]
val () = row ("List.nth", 3, fn i => str (List.nth (l, i)))
val () = row ("List.nth last", 2, fn i => str (List.nth (l, i)))
val () = row ("List.take", 3, fn i => quoted (implode (List.take (l, i))))
val () = row ("List.drop", 3, fn i => quoted (implode (List.drop (l, i))))
val () = row ("List.take []", 0, fn i => quoted (implode (List.take ([], i))))
val () = row ("List.drop []", 0, fn i => quoted (implode (List.drop ([], i))))
exception Enough
fun few i = if i < 9 then Char.chr (i + 97) else raise Enough
val () = row ("List.tabulate", 3, fn i => quoted (implode (List.tabulate (i, few))))

val s = "abc"
val () = row ("String.sub", 3, fn i => str (String.sub (s, i)))
val () = row ("String.sub last", 2, fn i => str (String.sub (s, i)))
val () = row ("String.extract to the end", 3, fn i => quoted (String.extract (s, i, NONE)))
val () = row ("String.extract from", 3, fn i => quoted (String.extract (s, i, SOME 0)))
val () = row ("String.extract length", 3, fn n => quoted (String.extract (s, 0, SOME n)))
val () = row ("String.extract length from 1", 2, fn n => quoted (String.extract (s, 1, SOME n)))
val () = row ("String.substring from", 3, fn i => quoted (String.substring (s, i, 0)))
val () = row ("String.substring length", 3, fn n => quoted (String.substring (s, 0, n)))
val () = row ("String.substring length from 1", 2, fn n => quoted (String.substring (s, 1, n)))
val () = row ("String.substring both", 3, fn n => quoted (String.substring (s, n, n)))
val () = row ("substring of nothing", 0, fn n => quoted (substring ("", n, n)))
val () = row ("Char.chr", 255, fn i => Char.toString (Char.chr i))
val () = row ("chr", Char.maxOrd, fn i => Char.toString (chr i))

val ss = Substring.substring ("xabcy", 1, 3)
val whole = quoted o Substring.string
val () = row ("Substring.sub", 3, fn i => str (Substring.sub (ss, i)))
val () = row ("Substring.sub last", 2, fn i => str (Substring.sub (ss, i)))
val () = row ("Substring.substring from", 5, fn i => whole (Substring.substring ("xabcy", i, 0)))
val () = row ("Substring.substring length", 5, fn n => whole (Substring.substring ("xabcy", 0, n)))
val () = row ("Substring.extract to the end", 5, fn i => whole (Substring.extract ("xabcy", i, NONE)))
val () = row ("Substring.extract length", 5, fn n => whole (Substring.extract ("xabcy", 0, SOME n)))
val () = row ("Substring.slice to the end", 3, fn i => whole (Substring.slice (ss, i, NONE)))
val () = row ("Substring.slice from", 3, fn i => whole (Substring.slice (ss, i, SOME 0)))
val () = row ("Substring.slice length", 3, fn n => whole (Substring.slice (ss, 0, SOME n)))
val () = row ("Substring.slice length from 1", 2, fn n => whole (Substring.slice (ss, 1, SOME n)))
val () = row ("Substring.triml", 3, fn n => whole (Substring.triml n ss))
val () = row ("Substring.trimr", 3, fn n => whole (Substring.trimr n ss))
val () = row ("Substring.splitAt", 3, fn n => let val (a, b) = Substring.splitAt (ss, n) in both (Substring.string a, Substring.string b) end)
val () = row ("Substring.triml alone", 3, fn n => let val f = Substring.triml n in "given" end)
val () = row ("Substring.trimr alone", 3, fn n => let val f = Substring.trimr n in "given" end)

fun small f n = if n > 10 then (if size (f 10) = 10 then "long" else "short") else quoted (f n)
val () = row ("StringCvt.padLeft", 3, small (fn n => StringCvt.padLeft #"." n "abc"))
val () = row ("StringCvt.padRight", 3, small (fn n => StringCvt.padRight #"." n "abc"))
val () = row ("CharVector.tabulate", 3, fn n => quoted (CharVector.tabulate (n, few)))
