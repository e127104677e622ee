(* What threads compute does not depend on where they take turns: integers, reals, strings, lists,
   exceptions and big integers. An argument says how many threads there are; each does as much as
   they are many. *)

val threads = case CommandLine.arguments () of [n] => valOf (Int.fromString n) | _ => 20

fun fib n : int = if n < 2 then n else fib (n - 1) + fib (n - 2)
fun rsum (0, a : real, b : real) = a + b | rsum (n, a, b) = rsum (n - 1, a + 0.5, b * 0.999)
fun build 0 = [] | build n = (n, Int.toString n, real n) :: build (n - 1)
fun total l = List.foldl (fn ((a, s, r), x) => x + a + String.size s + Real.round r) 0 l
fun work i =
  let val a = fib (threads div 2) val b = rsum (5 * threads, 1.0, 2.0) val c = total (build (2 * threads))
      val d = (raise Fail (Int.toString i)) handle Fail s => size s
      val e = IntInf.toString (IntInf.pow (3, 10 * threads + i))
  in Int.toString a ^ " " ^ Real.toString b ^ " " ^ Int.toString c ^ " " ^ Int.toString d ^ " " ^ e end
val expected = List.tabulate (threads, work)
val results = Array.array (threads, "")
val ts = List.tabulate (threads, fn i => Thread.spawn (fn () => Array.update (results, i, work i)))
val () = List.app Thread.join ts
val () = print (if List.tabulate (threads, fn i => Array.sub (results, i)) = expected then "same\n" else "different\n")
