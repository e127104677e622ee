(* Characters one by one, out and in, with other operations before, between and behind. *)

fun say l = print (concat (l @ ["\n"]))
val name = OS.FileSys.tmpName ()

fun contents () =
  let
    val f = TextIO.openIn name
    val s = TextIO.inputAll f
  in
    TextIO.closeIn f;
    s
  end

fun times 0 _ = ()
  | times n f = (f n; times (n - 1) f)

(* A checksum of a text. *)
fun sum s = Word.toString (CharVector.foldl (fn (c, h) => h * 0w31 + Word.fromInt (ord c)) 0w7 s)
fun failed f = (f (); "done") handle IO.Io {function, cause, ...} => function ^ " " ^ exnName cause

val () =
  let
    val f = TextIO.openOut name
    fun put n = TextIO.output1 (f, chr (32 + n mod 90))
  in
    times 10 put;
    TextIO.output (f, "between");
    times 150000 put;
    TextIO.outputSubstr (f, Substring.substring ("xyz", 1, 1));
    put 1;
    TextIO.flushOut f;
    say [Int.toString (size (contents ())), " ", sum (contents ())];
    times 3 put;
    TextIO.closeOut f;
    say [Int.toString (size (contents ())), " ", sum (contents ())];
    say [failed (fn () => put 1)];
    (* The descriptor is another file's now. *)
    let val g = TextIO.openOut name
    in
      TextIO.output1 (g, #"g");
      say [failed (fn () => put 1)];
      TextIO.output1 (g, #"h");
      TextIO.closeOut g
    end;
    say [contents ()]
  end

(* Two files in turn, and one that becomes functional. *)
val () =
  let
    val other = OS.FileSys.tmpName ()
    val (f, g) = (TextIO.openOut name, TextIO.openAppend other)
    fun both n = (TextIO.output1 (f, #"f"); TextIO.output1 (g, #"g"); if n = 5 then TextIO.flushOut g else ())
    val () = times 10 both
    val s = TextIO.getOutstream f
  in
    TextIO.StreamIO.output1 (s, #"1");
    TextIO.output1 (f, #"2");
    TextIO.StreamIO.setBufferMode (s, IO.LINE_BUF);
    TextIO.output1 (f, #"3");
    say [contents ()];
    TextIO.output1 (f, #"\n");
    say [contents ()];
    TextIO.StreamIO.setBufferMode (s, IO.NO_BUF);
    TextIO.StreamIO.output1 (s, #"4");
    say [contents ()];
    TextIO.StreamIO.setBufferMode (s, IO.BLOCK_BUF);
    times 200000 (fn _ => TextIO.StreamIO.output1 (s, #"5"));
    TextIO.closeOut f;
    TextIO.closeOut g;
    say [failed (fn () => TextIO.StreamIO.output1 (s, #"6"))];
    say [failed (fn () => TextIO.output1 (f, #"6"))];
    say [Int.toString (size (contents ())), " ", sum (contents ())];
    OS.FileSys.remove name;
    OS.FileSys.rename {old = other, new = name};
    say [contents ()]
  end

(* What cannot be written is told. *)
val () =
  let
    val f = TextIO.openOut "/dev/full"
  in
    say [failed (fn () => times 200000 (fn _ => TextIO.output1 (f, #"x")))];
    say [failed (fn () => TextIO.closeOut f)]
  end

(* In: one by one, ahead, and the end, which is told again and again. *)
val () =
  let
    val f = TextIO.openOut name
    val () = times 100000 (fn n => TextIO.output1 (f, if n mod 10 = 0 then #"\n" else #"a"))
    val () = TextIO.closeOut f
    val f = TextIO.openIn name
    fun lines n =
      case TextIO.input1 f of
        NONE => n
      | SOME c => lines (if c = #"\n" then n + 1 else n)
    val shown = Option.map Char.toString
  in
    say [valOf (shown (TextIO.lookahead f)), valOf (shown (TextIO.input1 f)), valOf (shown (TextIO.lookahead f)),
         Bool.toString (TextIO.endOfStream f)];
    say [valOf (TextIO.inputLine f), TextIO.inputN (f, 3), valOf (shown (TextIO.input1 f))];
    say [Int.toString (lines 0), " ", Bool.toString (TextIO.endOfStream f)];
    say [Bool.toString (isSome (TextIO.input1 f)), Bool.toString (isSome (TextIO.lookahead f))];
    TextIO.closeIn f;
    say [Bool.toString (isSome (TextIO.input1 f)), Bool.toString (TextIO.endOfStream f)]
  end

(* The same on streams that do not change. *)
val () =
  let
    val f = TextIO.openIn name
    fun lines reader (s, n) =
      case reader s of
        NONE => SOME (n, s)
      | SOME (#"\n", s) => lines reader (s, n + 1)
      | SOME (_, s) => lines reader (s, n)
    fun three reader s =
      let
        val (a, s) = valOf (reader s)
        val (b, s) = valOf (reader s)
        val (c, s) = valOf (reader s)
      in
        SOME (implode [a, b, c], s)
      end
    val start = TextIO.getInstream f
  in
    say [valOf (TextIO.scanStream three f), "|", valOf (TextIO.scanStream three f)];
    say [Int.toString (valOf (TextIO.scanStream (fn reader => fn s => lines reader (s, 0)) f))];
    say [Bool.toString (isSome (TextIO.input1 f)), Int.toString (size (#1 (TextIO.StreamIO.inputAll start)))];
    say [Int.toString (#1 (valOf (lines TextIO.StreamIO.input1 (start, 0))))];
    TextIO.closeIn f
  end

(* From a reader of the program's own, by pieces, of which the first is empty. *)
val () =
  let
    val pieces = ref ["ab", "c", "", "de", ""]
    fun read _ = case !pieces of [] => "" | p :: rest => (pieces := rest; p)
    val reader =
      TextPrimIO.RD
        {name = "pieces", chunkSize = 2, readVec = SOME read, readArr = NONE, readVecNB = NONE, readArrNB = NONE,
         block = NONE, canInput = NONE, avail = fn () => NONE, getPos = NONE, setPos = NONE, endPos = NONE,
         verifyPos = NONE, close = fn () => (), ioDesc = NONE}
    fun all s = case TextIO.StreamIO.input1 s of SOME (c, s) => (print (str c); all s) | NONE => s
    val s = all (TextIO.StreamIO.mkInstream (reader, ""))
    val (_, s) = TextIO.StreamIO.input s
    val s = all s
    val s = all (TextIO.StreamIO.mkInstream (reader, "first"))
  in
    print "\n"
  end

(* Bytes. *)
val () =
  let
    val f = BinIO.openOut name
    val () = times 256 (fn n => BinIO.output1 (f, Word8.fromInt n))
    val () = BinIO.closeOut f
    val f = BinIO.openIn name
    fun total n = case BinIO.input1 f of NONE => n | SOME b => total (n * 3 mod 65521 + Word8.toInt b)
    val () = say [Int.toString (total 0)]
    val () = BinIO.closeIn f
    val f = BinIO.openIn name
    fun total (s, n) =
      case BinIO.StreamIO.input1 s of NONE => n | SOME (b, s) => total (s, n * 3 mod 65521 + Word8.toInt b)
  in
    say [Int.toString (total (BinIO.getInstream f, 0))];
    BinIO.closeIn f
  end
val () = OS.FileSys.remove name
