(* Any structure that matches TEXT will do. *)
functor Words (T : TEXT) = struct
  fun words s = map T.Substring.string (T.Substring.tokens T.Char.isSpace (T.Substring.full s))
  fun capital s = T.CharVector.mapi (fn (0, c) => T.Char.toUpper c | (_, c) => c) s
  fun title s = T.String.concatWith (T.String.str (T.Char.chr 32)) (map capital (words s))
end
structure W = Words (Text)
val () = print (W.title "the quick  brown\tfox" ^ "\n")
