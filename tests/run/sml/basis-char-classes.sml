(* Every predicate on every character. *)
fun say s = print (s ^ "\n")
val all = List.tabulate (256, chr)
val predicates =
  [("isAscii", Char.isAscii), ("isAlpha", Char.isAlpha), ("isAlphaNum", Char.isAlphaNum), ("isCntrl", Char.isCntrl),
   ("isDigit", Char.isDigit), ("isGraph", Char.isGraph), ("isHexDigit", Char.isHexDigit), ("isLower", Char.isLower),
   ("isPrint", Char.isPrint), ("isSpace", Char.isSpace), ("isPunct", Char.isPunct), ("isUpper", Char.isUpper)]
fun ranges f =
  let
    fun from (i, l) = if i > 255 then rev l else if f (chr i) then upTo (i, i + 1, l) else from (i + 1, l)
    and upTo (a, i, l) = if i <= 255 andalso f (chr i) then upTo (a, i + 1, l) else from (i, (Int.toString a ^ "-" ^ Int.toString (i - 1)) :: l)
  in
    String.concatWith " " (from (0, []))
  end
val () = List.app (fn (name, f) => say (name ^ ": " ^ ranges f)) predicates
val printing = List.filter Char.isPrint all
val () = say (implode (map Char.toUpper printing))
val () = say (implode (map Char.toLower printing))
val () = say (Bool.toString (List.all (fn c => Char.isPrint c orelse Char.toUpper c = c andalso Char.toLower c = c) all))
