(* Throws that are returns in effect, and throws that look like them. *)
open SMLofNJ.Cont
fun line s = print (s ^ "\n")
fun int n = Int.toString n

(* Every call passes the continuation of the call. *)
fun fib (n, k) : int =
  if n < 2 then throw k n
  else throw k (callcc (fn k => fib (n - 1, k)) + callcc (fn k => fib (n - 2, k)))
val () = line (int (callcc (fn k => fib (15, k))))

(* Passed on by tail calls, one of them to another function. *)
fun even (0, k) = throw k true
  | even (n, k) = odd (n - 1, k)
and odd (0, k) = throw k false
  | odd (n, k) = even (n - 1, k)
val () = line (Bool.toString (callcc (fn k => even (101, k))))

(* Passed on by a call that returns elsewhere. *)
fun first (_, []) = 0
  | first (k, x :: rest) = (if x > 2 then throw k x else (); 1 + first (k, rest))
val () = line (int (callcc (fn k => first (k, [1, 2, 3, 4]))))
val () = line (int (callcc (fn k => first (k, [1, 2]))))

(* The handler is that of the capture. *)
exception E of int
fun out (k, n) : int = if n = 0 then throw k 7 else out (k, n - 1) handle E m => m
val () =
  line (int ((if callcc (fn k => out (k, 3)) = 7 then raise E 8 else 0) handle E m => m + 1))
fun leave n =
  callcc (fn k => (if n > 0 then throw k n else raise E 1) handle E m => throw k (m + 100))
val () = app (fn n => line (int (leave n))) [5, 0]
val () =
  line (int ((callcc (fn k => (ignore (throw k 1 handle E _ => 2); 3)); raise E 4) handle E m => m))

(* Entered again, with the variables of the time when it was captured. *)
val again : int cont option ref = ref NONE
val rounds = ref 0
fun many n =
  let
    val a = callcc (fn k => (again := SOME k; if n > 100 then throw k 0 else n))
    val b = callcc (fn k => if a > 2 then throw k (a * 10) else a)
  in
    rounds := !rounds + 1;
    line (int n ^ " " ^ int a ^ " " ^ int b);
    if !rounds < 4 then throw (valOf (!again)) (!rounds) else n
  end
val () = line (int (many 1))

(* Calls at the end of one another, with a continuation for each. *)
fun down (0, acc) = acc
  | down (n, acc) = callcc (fn _ => down (n - 1, acc + n))
val () = line (int (down (2000, 0)))
