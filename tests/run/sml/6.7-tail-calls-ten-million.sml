(* Section 6.7: tail calls out of if, case, andalso, orelse, let, sequences and handlers' rules use no space. *)
(* skip: anf,cps,flow,stress because an interpreter takes a minute for it *)
fun ifs (0, acc) = acc | ifs (n, acc) = if n mod 2 = 0 then ifs (n - 1, acc + 1) else ifs (n - 1, acc)
fun cases n acc = case n of 0 => acc | _ => (case n mod 3 of 0 => cases (n - 1) (acc + 1) | _ => cases (n - 1) acc)
fun ands n = n >= 0 andalso (n = 0 orelse ands (n - 1))
fun ors n = n = 0 orelse ors (n - 1)
fun lets n = let val m = n - 1 in if m < 0 then "let" else let val k = m in lets k end end
fun seqs n = (n; if n = 0 then "seq" else (n + 1; seqs (n - 1)))
fun even 0 = true | even n = odd (n - 1)
and odd 0 = false | odd n = even (n - 1)
datatype k = K of int * int * k -> int
fun state (0, s, _) = s | state (n, s, K k) = k (n - 1, s + 1, K k)
val count = ref 0
val million10 = 10000000
val () = print (Int.toString (ifs (million10, 0)) ^ " " ^ Int.toString (cases million10 0) ^ "\n")
val () = print (Bool.toString (ands million10) ^ Bool.toString (ors million10) ^ lets million10 ^ seqs million10 ^ "\n")
val () = print (Bool.toString (even million10) ^ " " ^ Int.toString (state (million10, 0, K state)) ^ "\n")
val () = while !count < million10 do count := !count + 1
val () = print (Int.toString (!count) ^ "\n")
