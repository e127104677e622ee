(* Binary search by slices, and sums of windows. *)
structure S = VectorSlice
fun search (sl, x) =
  if S.isEmpty sl then NONE
  else
    let
      val mid = S.length sl div 2
      val y = S.sub (sl, mid)
      val (_, i, _) = S.base sl
    in
      if x = y then SOME (i + mid)
      else if x < y then search (S.subslice (sl, 0, SOME mid), x)
      else search (S.subslice (sl, mid + 1, NONE), x)
    end
val v = Vector.tabulate (1000, fn i => i * 3)
val found = List.map (fn x => search (S.full v, x)) [0, 3, 1500, 2997, 2998, ~1, 4]
val () = List.app (fn SOME i => print (Int.toString i ^ " ") | NONE => print "- ") found
val () = print "\n"
fun windows (sl, n) = if S.length sl < n then [] else S.foldl (op +) 0 (S.subslice (sl, 0, SOME n)) :: windows (S.subslice (sl, 1, NONE), n)
val () = List.app (fn n => print (Int.toString n ^ " ")) (windows (S.slice (v, 0, SOME 6), 3))
val () = print "\n"
