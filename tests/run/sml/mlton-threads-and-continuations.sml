(* MLton.Thread and MLton.Cont: one thread runs until it switches to another. *)
fun p s = print (s ^ "\n")
structure T = MLton.Thread

(* Two threads that take turns, and a queue of those that wait. *)
val waiting : T.Runnable.t list ref = ref []
fun ready t = waiting := !waiting @ [t]
fun next () = case !waiting of t :: rest => (waiting := rest; t) | [] => raise Fail "nothing to run"
fun yield () = T.switch (fn me => (ready (T.prepare (me, ())); next ()))
fun stop () = T.switch (fn (_ : unit T.t) => next ())
fun spawn (name, n) =
  ready (T.prepare (T.new (fn () =>
    let fun go i = if i > n then () else (p (name ^ Int.toString i); yield (); go (i + 1))
    in go 1; p (name ^ " ends"); stop () end), ()))
val () = (spawn ("a", 3); spawn ("b", 2))
val () = p "main"
fun drain () = case !waiting of [] => () | _ => (yield (); drain ())
val () = drain ()
val () = p "main again"

(* A value that is given to a thread, through a function before it. *)
val n =
  T.switch
    (fn me =>
       T.prepare (T.prepend (T.new (fn s => T.switch (fn _ => T.prepare (me, size s + 1))), Int.toString), 123456))
val () = p (Int.toString n)

(* A thread is used once. *)
val () =
  T.switch (fn me => let val r = T.prepare (me, ()) in (ignore (T.prepare (me, ())); r) handle Fail why => (p why; r) end)

(* What a thread raises does not reach the one that started it. *)
val () = (T.switch (fn (me : unit T.t) => T.prepare (T.new (fn () => (raise Empty) handle Empty => T.switch (fn _ => T.prepare (me, ()))), ()))) handle Empty => p "wrong"

fun state () = case T.atomicState () of T.AtomicState.NonAtomic => "none" | T.AtomicState.Atomic n => Int.toString n
val () = p (state () ^ T.atomically (fn () => state () ^ T.atomically state) ^ state ())
val () = (T.atomically (fn () => raise Fail "")) handle Fail _ => p (state ())

structure C = MLton.Cont
val () = p (Int.toString (1 + C.callcc (fn k => (C.throw (k, 41); 0))))
val () = p (C.callcc (fn k => C.throw' (k, fn () => "thrown")))
val () = p (C.callcc (fn k => C.throw (C.prepend (k, fn n => Int.toString (n + 1)), 6)))
val count = ref 0
val () = if !count = 0 then C.callcc (fn k => (count := 1; C.throw (C.isolate (fn s => (p s; C.throw (k, ()))), "isolated"))) else ()
val () = p "end"
