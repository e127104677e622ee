#!/usr/bin/env -S kont run
(* The first prime numbers, as many as an argument says, from a chain of threads that grows by one
   for each prime: every thread removes the multiples of its prime from what passes through it.
   Shows: Concurrent ML: threads, channels, `RunCML.doit`, and an end by `RunCML.shutdown`. *)

fun spawn f = ignore (CML.spawn f)

(* All numbers from one on. *)
fun numbers first =
  let
    val out : int CML.chan = CML.channel ()
    fun count n = (CML.send (out, n); count (n + 1))
  in
    spawn (fn () => count first);
    out
  end

(* What comes in but for the multiples of a number. *)
fun without (prime, input) =
  let
    val out : int CML.chan = CML.channel ()
    fun pass n = if n mod prime = 0 then () else CML.send (out, n)
    fun loop () = (pass (CML.recv input); loop ())
  in
    spawn loop;
    out
  end

fun primes () =
  let
    val out : int CML.chan = CML.channel ()
    fun head input =
      let val prime = CML.recv input in
        CML.send (out, prime);
        head (without (prime, input))
      end
  in
    spawn (fn () => head (numbers 2));
    out
  end

fun main count () =
  let val input = primes () in
    List.app
      (fn n => print (Int.toString n ^ "\n"))
      (List.tabulate (count, fn _ => CML.recv input));
    RunCML.shutdown OS.Process.success
  end

val count =
  case CommandLine.arguments () of
    [text] => Option.getOpt (Int.fromString text, 0)
  | _ => 25

val () = OS.Process.exit (RunCML.doit (main count, NONE))
