(* Turns: 1,000 threads that let the others run 5,000 times each. *)
structure Main = struct
  val ended = ref 0
  fun worker 0 = ended := !ended + 1
    | worker n = (Thread.yield (); worker (n - 1))
  fun work () =
    let val threads = List.tabulate (1000, fn _ => Thread.spawn (fn () => worker 5000)) in
      List.app Thread.join threads;
      !ended
    end
  fun main () = Measure.run work
end
val () = Main.main ()
