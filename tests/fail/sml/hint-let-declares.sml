let x = 1 (* ERROR a value is declared with `val x = ...` *)
let twice n = (* ERROR a function is declared with `fun twice ... = ...` *)
  let val m = n in m + n end
let rec down n = if n = 0 then x else down (n - 1) (* ERROR a function is declared with `fun down ... = ...` *)
structure S = struct
  let y = 2;; (* ERROR a value is declared with `val y = ...` *)
  val z = y
end
val () = print (Int.toString (down (twice S.z)))
