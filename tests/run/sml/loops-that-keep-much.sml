(* Loops with calls, in functions with many variables that the loops do not change. *)
fun line s = print (s ^ "\n")
(* A call that nothing is known of. *)
val unknown : ((unit -> int) -> int) ref = ref (fn f => f ())
fun call f = !unknown f
fun many (a, b, c, d, e, r, s, n) =
  let
    fun inner (i, j, acc) =
      if j = i then acc
      else inner (i, j + 1, acc + call (fn () => String.size (if j mod 2 = 0 then a else b)))
    fun outer (i, acc) =
      if i = n then acc
      else
        let
          val x = inner (i, 0, 0)
          val y = inner (i, i div 2, x) handle Overflow => 0
        in
          outer (i + 1, acc + x * c - y + d)
        end
    val t = outer (0, 0)
    fun reals (i, x : real) = if i > n then x else reals (i + 1, x * r + s * real (call (fn () => i)))
  in
    line (String.concatWith " " [a, b, Int.toString (c + d + t), e, Real.toString (reals (0, 1.0))])
  end
val () = many ("a", "bc", 3, 4, "e", 0.5, 2.0, 12)
val () = many ("", "b", 1, 0, "f", 2.0, 0.25, 3)

(* Left by an exception, a continuation, and entered again. *)
open SMLofNJ.Cont
exception Stop of int
fun leave (a, b, c, d, e) l =
  let
    fun go ([], n) = n
      | go (x :: rest, n) =
          if x = a then raise Stop (n + b)
          else go (rest, n + call (fn () => x + c + d + e))
  in
    go (l, 0) handle Stop m => m * 2
  end
val () = app (fn l => line (Int.toString (leave (1, 2, 3, 4, 5) l))) [[7, 8], [7, 1, 8], []]
val saved : int cont list ref = ref []
fun again (a, b, c, d, e) =
  let
    fun go (0, n) = n
      | go (i, n) = go (i - 1, n + callcc (fn k => (saved := k :: !saved; a + b + c + d + e)))
    val n = go (3, 0)
  in
    line (Int.toString (n + a));
    case !saved of
      [] => n
    | k :: rest => (saved := rest; if n < 200 then throw k 100 else n)
  end
val () = line (Int.toString (again (1, 2, 3, 4, 5)))
