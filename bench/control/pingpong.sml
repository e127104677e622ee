(* Messages: two threads send 5,000,000 numbers to and fro on two channels. *)
structure Main = struct
  fun server (questions, answers) =
    (CML.send (answers, CML.recv questions + 1); server (questions, answers))
  fun client (_, _, 0, x) = x
    | client (questions, answers, n, x) =
        (CML.send (questions, x); client (questions, answers, n - 1, CML.recv answers))
  val result = ref 0
  fun threads () =
    let
      val questions : int CML.chan = CML.channel ()
      val answers : int CML.chan = CML.channel ()
    in
      ignore (CML.spawn (fn () => server (questions, answers)));
      result := client (questions, answers, 2500000, 0)
    end
  fun work () = (ignore (RunCML.doit (threads, NONE)); !result)
  fun main () = Measure.run work
end
val () = Main.main ()
