(* Takeuchi's function with a continuation captured at every call and thrown to at its end. *)
structure Main = struct
  open SMLofNJ.Cont
  fun tak (x, y, z) : int = callcc (fn k => takTo (k, x, y, z))
  and takTo (k, x, y, z) =
    if y >= x then throw k z
    else
      callcc
        (fn k =>
           takTo
             (k,
              callcc (fn k => takTo (k, x - 1, y, z)),
              callcc (fn k => takTo (k, y - 1, z, x)),
              callcc (fn k => takTo (k, z - 1, x, y))))
  fun repeat (0, sum) = sum
    | repeat (n, sum) = repeat (n - 1, sum + tak (18, 12, 6))
  fun work () = repeat (1000, 0)
  fun main () = Measure.run work
end
val () = Main.main ()
