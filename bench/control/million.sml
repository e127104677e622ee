(* Threads that all live at once: 1,000,000 wait at a gate, then pass it, and are counted. *)
structure Main = struct
  val threads = 1000000
  val passed = ref 0
  fun walker (gate, all) () =
    (SyncVar.iGet gate;
     passed := !passed + 1;
     if !passed = threads then SyncVar.iPut (all, ()) else ())
  fun start (_, _, 0) = ()
    | start (gate, all, n) = (ignore (CML.spawn (walker (gate, all))); start (gate, all, n - 1))
  fun run () =
    let
      val gate : unit SyncVar.ivar = SyncVar.iVar ()
      val all : unit SyncVar.ivar = SyncVar.iVar ()
    in
      start (gate, all, threads);
      SyncVar.iPut (gate, ());
      SyncVar.iGet all
    end
  fun work () = (ignore (RunCML.doit (run, NONE)); !passed)
  fun main () = Measure.run work
end
val () = Main.main ()
