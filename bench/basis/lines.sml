(* TextIO: a file is written and read again, by inputLine, inputAll, input1 and inputN. *)
structure Main = struct
  val total = ref 0
  fun count n = total := (!total * 31 + n) mod 1000003
  fun repeat (0, _) = () | repeat (n, f) = (f () : unit; repeat (n - 1, f))
  fun reading name f = let val s = TextIO.openIn name in f s; TextIO.closeIn s end
  fun lines s = case TextIO.inputLine s of NONE => () | SOME l => (count (size l); lines s)
  fun chars s = case TextIO.input1 s of NONE => () | SOME c => (total := (!total + ord c) mod 1000003; chars s)
  fun blocks s = case TextIO.inputN (s, 1000) of "" => () | b => (count (size b); blocks s)
  fun main () =
    let
      val name = OS.FileSys.tmpName ()
      fun write out (0, _) = ()
        | write out (n, seed) =
            (TextIO.output (out, "line "); TextIO.output (out, Int.toString n);
             TextIO.output1 (out, #" "); TextIO.output (out, CharVector.tabulate (seed mod 70, fn i => chr (97 + i mod 26)));
             TextIO.output1 (out, #"\n"); write out (n - 1, (seed * 421 + 54773) mod 259200))
      fun create () = let val out = TextIO.openOut name in write out (100000, 1); TextIO.closeOut out end
    in
      repeat (2, create);
      repeat (8, fn () => reading name lines);
      repeat (2, fn () => reading name chars);
      repeat (8, fn () => reading name blocks);
      repeat (4, fn () => reading name (fn s => count (size (TextIO.inputAll s))));
      OS.FileSys.remove name;
      print ("lines " ^ Int.toString (!total) ^ "\n")
    end
end
val () = Main.main ()
