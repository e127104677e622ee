(* Turns: 1,000 threads that let the others run 5,000 times each; a thread is a continuation in a
   queue, and nothing else. *)
structure Main = struct
  open SMLofNJ.Cont
  val ended = ref 0
  val front : unit cont list ref = ref []
  val rear : unit cont list ref = ref []
  fun ready k = rear := k :: !rear
  fun dispatch () =
    case !front of
      k :: rest => (front := rest; throw k ())
    | [] =>
        let val l = List.rev (!rear) in
          rear := [];
          front := tl l;
          throw (hd l) ()
        end
  fun yield () = callcc (fn k => (ready k; dispatch ()))
  fun worker 0 = ended := !ended + 1
    | worker n = (yield (); worker (n - 1))
  fun spawn f = callcc (fn k => (ready k; f (); dispatch ()))
  fun wait () = if !ended = 1000 then () else (yield (); wait ())
  fun start 0 = ()
    | start n = (spawn (fn () => worker 5000); start (n - 1))
  fun work () = (start 1000; wait (); !ended)
  fun main () = Measure.run work
end
val () = Main.main ()
