(* Threads: the order of turns, joining, names, values of their own, exceptions, sleep. *)

fun say s = print (s ^ "\n")

val a = Thread.spawnNamed ("a", fn () => (say "a1"; Thread.yield (); say "a2"))
val b = Thread.spawnNamed ("b", fn () => (say "b1"; Thread.yield (); say "b2"; raise Fail "oops"))
val () = say "main goes on"
val () = Thread.join a
val () = say "a is over"
val () = Thread.join b
val () = Thread.join b
val () = say (String.concatWith " " (map Bool.toString [Thread.hasEnded a, Thread.hasEnded b]))

(* Names and identity. *)
val () = say (String.concatWith " " (map Thread.name [Thread.self (), a, b]))
val () = say (Bool.toString (Thread.same (a, a)) ^ " " ^ Bool.toString (Thread.same (a, b)))
val () = say (case Thread.compare (a, b) of LESS => "less" | EQUAL => "equal" | GREATER => "greater")

(* A value for each thread. *)
val v = Thread.newLocal (fn () => Thread.name (Thread.self ()))
val c = Thread.spawnNamed ("c", fn () => (say (Thread.getLocal v); Thread.setLocal (v, "changed"); say (Thread.getLocal v)))
val () = Thread.join c
val () = say (Thread.getLocal v)

(* Who sleeps longer wakes later. *)
fun sleeper n = Thread.spawn (fn () => (Thread.sleep (Time.fromMilliseconds n); say (Int.fmt StringCvt.DEC (LargeInt.toInt n))))
val () = List.app Thread.join (map sleeper [40, 5, 20])

(* A thread that ends early, in a handler's scope; handlers belong to their threads. *)
val d = Thread.spawn (fn () => (Thread.exit (); say "not reached") handle _ => say "nor this")
val () = Thread.join d
exception Here
val e = Thread.spawn (fn () => (Thread.yield (); raise Here) handle Here => say "handled where it was raised")
val () = Thread.join e handle Here => say "wrong handler"

(* Many threads, none of which is lost. *)
val total = ref 0
fun adder n = Thread.spawn (fn () => (Thread.yield (); total := !total + n))
val () = List.app Thread.join (List.tabulate (1000, adder))
val () = say (Int.toString (!total))
