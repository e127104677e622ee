open Substring
fun say l = print (String.concatWith "|" l ^ "\n")
fun try f = f () handle Subscript => "Subscript" | Span => "Span"
val s = full "hello, world"
val t = Substring.substring ("hello, world", 3, 6)
fun whole s = let val (b, i, n) = base s in b ^ "@" ^ Int.toString i ^ "+" ^ Int.toString n end
val () = say [string s, string t, whole s, whole t, Int.toString (size t), Bool.toString (isEmpty t), Bool.toString (isEmpty (full ""))]
val () = say [str (sub (t, 0)), str (sub (t, 5)), try (fn () => str (sub (t, 6))), try (fn () => str (sub (t, ~1)))]
val () = say [string (extract ("abcdef", 2, NONE)), string (extract ("abcdef", 2, SOME 3)), string (extract ("abcdef", 6, NONE)), try (fn () => string (extract ("abcdef", 7, NONE))), try (fn () => string (extract ("abcdef", 4, SOME 3))), try (fn () => string (substring ("abc", ~1, 1))), try (fn () => string (substring ("abc", 1, ~1))), try (fn () => string (substring ("abc", 2, valOf Int.maxInt)))]
val () = say [string (slice (t, 1, NONE)), string (slice (t, 1, SOME 2)), string (slice (t, 6, NONE)), try (fn () => string (slice (t, 7, NONE))), try (fn () => string (slice (t, 3, SOME 4))), try (fn () => string (slice (t, ~1, NONE)))]
val () = say [string (triml 2 t), string (trimr 2 t), string (triml 9 t), string (trimr 9 t), try (fn () => string (triml ~1 t)), try (fn () => string (trimr ~1 t)), whole (triml 9 t), whole (trimr 9 t)]
val () = say [case getc t of SOME (c, rest) => str c ^ string rest | NONE => "-", case getc (full "") of NONE => "-" | _ => "?", case first t of SOME c => str c | NONE => "-", case first (full "") of NONE => "-" | _ => "?"]
val () = say [concat [s, t], concat [], concatWith "+" [s, t, full ""], concatWith "+" [], implode (explode t)]
val () = say (map Bool.toString [isPrefix "lo" t, isPrefix "hello" t, isSuffix "wo" t, isSuffix "world" t, isSubstring ", " t, isSubstring "h" t, isPrefix "" t, isSubstring "" (full "")])
val (a, b) = splitAt (t, 2)
val () = say [string a, string b, try (fn () => string (#1 (splitAt (t, 7)))), try (fn () => string (#1 (splitAt (t, ~1)))), string (#2 (splitAt (t, 6)))]
val () = say [string (span (a, b)), string (span (b, a)), whole (span (full (String.substring ("x", 0, 0)), full ""))] handle Span => say ["Span"]
val () = say [try (fn () => string (span (b, substring ("hello, world", 0, 2)))), try (fn () => string (span (full "abc", full "abd")))]
