(* Section 6.6: functions recursive through one another that escape together with their environment. *)
fun make k =
  let
    fun even 0 = true | even n = odd (n - k)
    and odd n = if n <= 0 then false else even (n - k)
  in (even, odd) end
val (e1, o1) = make 1
val (e2, o2) = make 2
val () = app (fn b => print (Bool.toString b ^ " ")) [e1 10, o1 10, e2 8, o2 6, e2 6]
val () = print "\n"
datatype 'a stream = Cons of 'a * (unit -> 'a stream)
fun from n = Cons (n, fn () => from (n + 1))
fun take (0, _) = [] | take (n, Cons (x, t)) = x :: take (n - 1, t ())
fun smap f (Cons (x, t)) = Cons (f x, fn () => smap f (t ()))
val () = print (concat (map (fn n => Int.toString n ^ " ") (take (5, smap (fn n => n * n) (from 3)))) ^ "\n")
