(* Structure Cont: continuations of all kinds, escapes that end with their callec, isolation. *)
open Cont
val say = print
fun show n = say (Int.toString n ^ "\n")

(* A continuation is entered again and again. *)
val again : int cont option ref = ref NONE
val visits = ref 0
val n = callcc (fn k => (again := SOME k; 0))
val () = visits := !visits + 1
val () = if n < 3 then throw (valOf (!again)) (n + 1) else show (!visits)

(* An escape leaves loops, handlers and calls that have not returned. *)
fun firstNegative l = callec (fn k => (List.app (fn x => if x < 0 then throw k x else ()) l; 0))
val () = show (firstNegative [3, 1, ~4, 1, ~5])
val () = show (firstNegative [3, 1])
val () = show (callec (fn k => (throw k 1 handle _ => 2) + 10))

(* After its callec has returned, however that was, a throw raises Returned where it stands. *)
fun used k = (throw k 7; "not reached") handle Returned => "returned"
val escape : int cont option ref = ref NONE
fun keep k = escape := SOME k
val () = show (callec (fn k => (keep k; 5)))
val () = say (used (valOf (!escape)) ^ "\n")
val () = show (callec (fn k => (keep k; throw k 6)))
val () = say (used (valOf (!escape)) ^ "\n")
val () = (show (callec (fn k => (keep k; raise Fail "out")))) handle Fail s => say (s ^ "\n")
val () = say (used (valOf (!escape)) ^ "\n")

(* The handlers around a continuation are those where it was captured. *)
val () =
  let
    val inner : (unit -> unit) cont option ref = ref NONE
    val times = ref 0
  in
    (let val f = callcc (fn k => (inner := SOME k; fn () => ())) in
       times := !times + 1;
       f ();
       if !times < 3 then throw (valOf (!inner)) (fn () => raise Fail "inside") else ()
     end)
    handle Fail s => (say (s ^ " " ^ Int.toString (!times) ^ "\n"));
    (callec (fn out => (throw (valOf (!inner)) (fn () => throw out ())))
     handle Fail _ => say "wrong handler\n");
    say "done\n"
  end

(* A function that is isolated has nothing around it; when it returns, the program ends. *)
exception Unseen
val () = OS.Process.atExit (fn () => say "at exit\n")
fun count k = isolate (fn 0 => say "isolated\n" | n => throw (count k) (n - 1))
val () = (throw (count ()) 100000; say "wrong\n") handle _ => say "wrong handler\n"
val () = say "not reached\n"
