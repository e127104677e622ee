(* Turns: 1,000 threads that let the others run 5,000 times each. *)
structure Main = struct
  val ended = ref 0
  fun worker 0 = ended := !ended + 1
    | worker n = (CML.yield (); worker (n - 1))
  fun threads () =
    let val l = List.tabulate (1000, fn _ => CML.spawn (fn () => worker 5000)) in
      List.app (CML.sync o CML.joinEvt) l
    end
  fun work () = (ignore (RunCML.doit (threads, NONE)); !ended)
  fun main () = Measure.run work
end
val () = Main.main ()
