(* What threads compute does not depend on where they take turns: integers, reals, strings, lists,
   exceptions and big integers. *)

fun fib n : int = if n < 2 then n else fib (n - 1) + fib (n - 2)
fun rsum (0, a : real, b : real) = a + b | rsum (n, a, b) = rsum (n - 1, a + 0.5, b * 0.999)
fun build 0 = [] | build n = (n, Int.toString n, real n) :: build (n - 1)
fun total l = List.foldl (fn ((a, s, r), x) => x + a + String.size s + Real.round r) 0 l
fun work i =
  let val a = fib 10 val b = rsum (100, 1.0, 2.0) val c = total (build 50)
      val d = (raise Fail (Int.toString i)) handle Fail s => size s
      val e = IntInf.toString (IntInf.pow (3, 200 + i))
  in Int.toString a ^ " " ^ Real.toString b ^ " " ^ Int.toString c ^ " " ^ Int.toString d ^ " " ^ e end
val expected = List.tabulate (20, work)
val results = Array.array (20, "")
val ts = List.tabulate (20, fn i => Thread.spawn (fn () => Array.update (results, i, work i)))
val () = List.app Thread.join ts
val () = print (if List.tabulate (20, fn i => Array.sub (results, i)) = expected then "same\n" else "different\n")
