(* A token that goes 1,000,000 times from one to the next of 1,000 threads in a ring. *)
structure Main = struct
  val hops = ref 0
  fun node (from, to) =
    case CML.recv from of
      0 => RunCML.shutdown OS.Process.success
    | n => (hops := !hops + 1; CML.send (to, n - 1); node (from, to))
  fun start (from, first, 1) = ignore (CML.spawn (fn () => node (from, first)))
    | start (from, first, n) =
        let val to : int CML.chan = CML.channel () in
          ignore (CML.spawn (fn () => node (from, to)));
          start (to, first, n - 1)
        end
  fun threads () =
    let val first : int CML.chan = CML.channel () in
      start (first, first, 1000);
      CML.send (first, 1000000)
    end
  fun work () = (ignore (RunCML.doit (threads, NONE)); !hops)
  fun main () = Measure.run work
end
val () = Main.main ()
