(* A loop that neither waits nor yields gives others their turn, be it one that allocates or not,
   and again and again. *)

val count = ref 0
val wanted = ref 0
fun answers () = if !count < !wanted then (count := !count + 1; answers ()) else (Thread.yield (); answers ())
val _ = Thread.spawn answers

fun spin n = if !count >= n then () else spin n
fun allocates (n, l) = if !count >= n then List.length l else allocates (n, [List.length l])

fun asks n =
  if n > 6 then ()
  else
    (wanted := n;
     if n mod 2 = 0 then spin n else ignore (allocates (n, []));
     print ("turn " ^ Int.toString n ^ "\n");
     asks (n + 1))
val () = asks 1
