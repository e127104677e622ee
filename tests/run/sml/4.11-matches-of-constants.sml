(* Section 4.11: matches over integers, words, characters and strings; the default where none fits. *)
fun i 0 = "a" | i 1 = "b" | i 1000000 = "c" | i ~5 = "d" | i 3 = "e" | i _ = "?"
fun w 0w0 = "a" | w 0wxFFFF = "b" | w _ = "?"
fun c #"a" = "1" | c #"z" = "2" | c #"\n" = "3" | c _ = "?"
fun s "" = "empty" | s "a" = "A" | s "ab" = "AB" | s "abc" = "ABC" | s "b" = "B" | s _ = "?"
val () = app (fn n => print (i n)) [0, 1, 2, 3, 1000000, ~5, 5]
val () = app (fn n => print (w n)) [0w0, 0w65535, 0w1]
val () = app (fn n => print (c n)) [#"a", #"b", #"z", #"\n"]
val () = app (fn n => print (s n ^ ";")) ["", "a", "ab", "abc", "abcd", "b", "B"]
val () = print "\n"
fun pair (1, "x") = "1x" | pair (1, _) = "1" | pair (_, "x") = "x" | pair (2, "y") = "2y" | pair _ = "?"
val () = app (fn p => print (pair p ^ ";")) [(1, "x"), (1, "y"), (2, "x"), (2, "y"), (3, "z")]
val () = print "\n"
