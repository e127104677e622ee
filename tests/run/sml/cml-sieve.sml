(* Primes by a chain of threads, each of which keeps the multiples of one prime from the rest. *)
open CML

fun numbers () =
  let
    val c = channel ()
    fun loop n = (send (c, n); loop (n + 1))
  in
    ignore (spawnc loop 2);
    c
  end

fun filter (p, input) =
  let
    val output = channel ()
    fun loop () =
      let val n = recv input in
        if n mod p = 0 then () else send (output, n);
        loop ()
      end
  in
    ignore (spawn loop);
    output
  end

fun primes () =
  let
    val output = channel ()
    fun head input =
      let val p = recv input in
        send (output, p);
        head (filter (p, input))
      end
  in
    ignore (spawn (fn () => head (numbers ())));
    output
  end

fun main () =
  let val c = primes () in
    print (String.concatWith " " (List.tabulate (40, fn _ => Int.toString (recv c))) ^ "\n")
  end

val _ = RunCML.doit (main, NONE)
