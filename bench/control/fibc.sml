(* Fibonacci's function with a continuation captured for every call, and results thrown to it. *)
structure Main = struct
  open SMLofNJ.Cont
  fun fib (n, k) : int =
    if n < 2 then throw k n
    else throw k (callcc (fn k => fib (n - 1, k)) + callcc (fn k => fib (n - 2, k)))
  fun work () = callcc (fn k => fib (38, k))
  fun main () = Measure.run work
end
val () = Main.main ()
