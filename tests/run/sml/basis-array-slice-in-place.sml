(* Merge sort on slices, and rotation by overlapping copies. *)
structure S = ArraySlice
fun sort (sl, room) =
  if S.length sl < 2 then ()
  else
    let
      val n = S.length sl
      val (l, r) = (S.subslice (sl, 0, SOME (n div 2)), S.subslice (sl, n div 2, NONE))
      val () = (sort (l, room); sort (r, room))
      fun merge (i, l, r) =
        case (S.getItem l, S.getItem r) of
          (NONE, NONE) => ()
        | (SOME (x, l), NONE) => (Array.update (room, i, x); merge (i + 1, l, r))
        | (NONE, SOME (y, r)) => (Array.update (room, i, y); merge (i + 1, l, r))
        | (SOME (x, l'), SOME (y, r')) =>
            if y < x then (Array.update (room, i, y); merge (i + 1, l, r'))
            else (Array.update (room, i, x); merge (i + 1, l', r))
      val () = merge (0, l, r)
      val (a, i, _) = S.base sl
    in
      S.copy {src = S.slice (room, 0, SOME n), dst = a, di = i}
    end
val a = Array.tabulate (1000, fn i => (i * 7919) mod 1009)
val () = sort (S.full a, Array.array (1000, 0))
val () = print (Int.toString (Array.sub (a, 0)) ^ " " ^ Int.toString (Array.sub (a, 500)) ^ " " ^ Int.toString (Array.sub (a, 999)) ^ "\n")
val r = Array.fromList ["a", "b", "c", "d", "e"]
val first = Array.sub (r, 0)
val () = S.copy {src = S.slice (r, 1, NONE), dst = r, di = 0}
val () = Array.update (r, 4, first)
val () = print (Array.foldr (op ^) "\n" r)
val () = S.copy {src = S.slice (r, 0, SOME 3), dst = r, di = 2}
val () = print (Array.foldr (op ^) "\n" r)
