(* Program: regular expressions by derivatives, with a parser. *)
datatype re = Empty | Eps | Chr of char | Any | Seq of re * re | Alt of re * re | Star of re
fun null Empty = false | null Eps = true | null (Chr _) = false | null Any = false
  | null (Seq (a, b)) = null a andalso null b
  | null (Alt (a, b)) = null a orelse null b
  | null (Star _) = true
fun seq (Empty, _) = Empty | seq (_, Empty) = Empty | seq (Eps, b) = b | seq (a, Eps) = a | seq p = Seq p
fun alt (Empty, b) = b | alt (a, Empty) = a | alt (a, b) = if a = b then a else Alt (a, b)
fun deriv c Empty = Empty
  | deriv c Eps = Empty
  | deriv c (Chr d) = if c = d then Eps else Empty
  | deriv c Any = Eps
  | deriv c (Seq (a, b)) = let val d = seq (deriv c a, b) in if null a then alt (d, deriv c b) else d end
  | deriv c (Alt (a, b)) = alt (deriv c a, deriv c b)
  | deriv c (r as Star a) = seq (deriv c a, r)
fun matches r s = null (foldl (fn (c, r) => deriv c r) r (explode s))
exception Syntax
fun parse s =
  let
    fun alts cs = let val (a, r) = seqs cs in case r of #"|" :: r' => let val (b, r'') = alts r' in (Alt (a, b), r'') end | _ => (a, r) end
    and seqs [] = (Eps, [])
      | seqs (cs as c :: _) =
          if c = #"|" orelse c = #")" then (Eps, cs)
          else let val (a, r) = post (atom cs) val (b, r') = seqs r in (seq (a, b), r') end
    and post (a, #"*" :: r) = post (Star a, r)
      | post (a, #"+" :: r) = post (Seq (a, Star a), r)
      | post (a, #"?" :: r) = post (Alt (a, Eps), r)
      | post p = p
    and atom (#"(" :: r) = (case alts r of (a, #")" :: r') => (a, r') | _ => raise Syntax)
      | atom (#"." :: r) = (Any, r)
      | atom (#"\\" :: c :: r) = (Chr c, r)
      | atom (c :: r) = if Char.contains "*+?" c then raise Syntax else (Chr c, r)
      | atom [] = raise Syntax
  in case alts (explode s) of (r, []) => r | _ => raise Syntax end
val tests = [("a*b", ["b", "aaab", "aaa", ""]), ("(ab|cd)+", ["ab", "abcdab", "abc", ""]), ("a.c?", ["ab", "axc", "a", "axcc"]),
  ("(a|b)*abb", ["abb", "aababb", "abab"]), ("x\\.y", ["x.y", "xzy"]), ("(0|1(01*0)*1)*", ["0", "11", "110", "1001", "10"]), ("", ["", "a"]), ("(a", [""]), ("*", [""])]
val () = app (fn (p, ss) =>
  (let val r = parse p in print (p ^ ": " ^ String.concatWith " " (map (fn s => s ^ (if matches r s then "+" else "-")) ss) ^ "\n") end)
  handle Syntax => print (p ^ ": syntax error\n")) tests
