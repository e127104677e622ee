(* What toString writes, fromString reads: every pair of the library, at values where it might not. *)
fun check (name, same, toString, fromString) l =
  let
    fun bad x = case fromString (toString x) of SOME y => not (same (x, y)) | NONE => true
  in
    print (name ^ ": " ^
           (case List.filter bad l of
              [] => "all " ^ Int.toString (length l)
            | l => "not " ^ String.concatWith ", " (map (String.toString o toString) l)) ^ "\n")
  end
fun equal (x : ''a, y) = x = y

val () = check ("Bool", equal, Bool.toString, Bool.fromString) [true, false]

val chars = List.tabulate (256, Char.chr)
val () = check ("Char", equal, Char.toString, Char.fromString) chars
val () = check ("Char, in C", equal, Char.toCString, Char.fromCString) chars
val strings = "" :: implode chars :: "a\\b\"c" :: "\\" :: "1\0012" :: "\\^A" :: "???" :: "\001\127\128\255" :: map str chars
val () = check ("String", equal, String.toString, String.fromString) strings
val () = check ("String, in C", equal, String.toCString, String.fromCString) strings
(* A digit behind a character that C writes in octal. *)
val () = check ("String, pairs", equal, String.toString, String.fromString) (List.concat (map (fn c => map (fn d => implode [c, d]) [#"0", #"9", #"A", #"a", #"\\", #"^", #"\n"]) chars))
val () = check ("String, pairs in C", equal, String.toCString, String.fromCString) (List.concat (map (fn c => map (fn d => implode [c, d]) [#"0", #"7", #"9", #"A", #"f", #"\\", #"?"]) chars))

val radixes = [("BIN", StringCvt.BIN), ("OCT", StringCvt.OCT), ("DEC", StringCvt.DEC), ("HEX", StringCvt.HEX)]
functor Ints (structure I : INTEGER val name : string val more : LargeInt.int list) =
struct
  val ends = List.mapPartial (fn x => x) [I.minInt, I.maxInt]
  val inner = map (fn x => if I.sign x < 0 then I.+ (x, I.fromInt 1) else I.- (x, I.fromInt 1)) ends
  val l = ends @ inner @ map I.fromInt [0, 1, ~1] @ map I.fromLarge more
  val () = check (name, equal, I.toString, I.fromString) l
  val () = app (fn (radix, r) => check (name ^ " " ^ radix, equal, I.fmt r, StringCvt.scanString (I.scan r)) l) radixes
end
structure A = Ints (structure I = Int val name = "Int" val more : LargeInt.int list = [10, ~10, 255, 1000000007])
structure A = Ints (structure I = Int8 val name = "Int8" val more : LargeInt.int list = [10, ~10])
structure A = Ints (structure I = Int16 val name = "Int16" val more : LargeInt.int list = [255, ~256])
structure A = Ints (structure I = Int32 val name = "Int32" val more : LargeInt.int list = [255, ~65536])
structure A = Ints (structure I = Int64 val name = "Int64" val more : LargeInt.int list = [255, ~65536])
structure A = Ints (structure I = Int31 val name = "Int31" val more : LargeInt.int list = [255])
structure A = Ints (structure I = IntInf val name = "IntInf" val more : LargeInt.int list = [IntInf.pow (2, 62), ~ (IntInf.pow (2, 63)), IntInf.pow (10, 40), ~ (IntInf.pow (3, 300))])

functor Words (structure W : WORD val name : string) =
struct
  val all = W.notb (W.fromInt 0)
  val l = [W.fromInt 0, W.fromInt 1, all, W.>> (all, 0w1), W.<< (all, 0w1), W.<< (W.fromInt 1, Word.fromInt (W.wordSize - 1))]
  val () = check (name, equal, W.toString, W.fromString) l
  val () = app (fn (radix, r) => check (name ^ " " ^ radix, equal, W.fmt r, StringCvt.scanString (W.scan r)) l) radixes
end
structure A = Words (structure W = Word val name = "Word")
structure A = Words (structure W = Word8 val name = "Word8")
structure A = Words (structure W = Word16 val name = "Word16")
structure A = Words (structure W = Word32 val name = "Word32")
structure A = Words (structure W = Word31 val name = "Word31")

(* Reals: toString keeps twelve digits, EXACT all of them. *)
fun sameReal (x, y) = Real.== (x, y) andalso Real.signBit x = Real.signBit y orelse Real.isNan x andalso Real.isNan y
val short = [0.0, ~0.0, 1.0, ~1.5, 0.1, 123456.789, 1E10, 1E15, 1E100, ~1E~100, 2.5E~10, Real.posInf, Real.negInf, 0.0 / 0.0]
val long = short @ [1.0 / 3.0, Math.pi, Real.maxFinite, ~Real.maxFinite, Real.minPos, Real.minNormalPos, Real.nextAfter (1.0, 2.0), Real.nextAfter (Real.minNormalPos, 0.0), 9007199254740993.0, 123456789012345678.0]
val () = check ("Real", sameReal, Real.toString, Real.fromString) short
val () = check ("Real EXACT", sameReal, Real.fmt StringCvt.EXACT, Real.fromString) long
val () = check ("Real SCI", sameReal, Real.fmt (StringCvt.SCI (SOME 16)), Real.fromString) long
val () = check ("Real GEN", sameReal, Real.fmt (StringCvt.GEN (SOME 17)), Real.fromString) long
val () = check ("Real FIX", sameReal, Real.fmt (StringCvt.FIX (SOME 1100)), Real.fromString) long
val () = check ("IEEEReal", sameReal, IEEEReal.toString o Real.toDecimal, fn s => Option.mapPartial Real.fromDecimal (IEEEReal.fromString s)) long
fun sameReal32 (x, y) = sameReal (Real32.toLarge x, Real32.toLarge y)
val () = check ("Real32 EXACT", sameReal32, Real32.fmt StringCvt.EXACT, Real32.fromString) [0.1, ~1.5, Real32.maxFinite, Real32.minPos, Real32.posInf, Real32./ (1.0, 3.0)]

val times = map Time.fromMilliseconds [0, 1, ~1, 999, 1000, ~1500, 1234567890123, ~1234567890123]
val () = check ("Time", equal, Time.toString, Time.fromString) times
val () = check ("Time.fmt 9", equal, Time.fmt 9, Time.fromString) (map Time.fromNanoseconds [1, ~1, 999999999, 1000000001, 1234567890123456789])

fun date y = Date.date {year = y, month = Date.Mar, day = 8, hour = 19, minute = 6, second = 45, offset = NONE}
fun sameDate (d, e) = Date.compare (d, e) = EQUAL andalso Date.year d = Date.year e
val () = check ("Date", sameDate, Date.toString, Date.fromString) (map date [1995, 1000, 999, 995, 100, 42, 1, 0, ~1, ~5, ~995, ~12345, 9999, 10000, 12345, 1000000])
val () = app (fn y => print (Date.toString (date y) ^ "|" ^ Date.fmt "%Y" (date y) ^ "\n")) [1995, 995, 12345, ~5]
val () = app (fn s => print (case Date.fromString s of SOME d => Date.toString d ^ "\n" | NONE => "NONE\n"))
  ["Wed Mar 08 19:06:45 995", "Wed Mar 08 19:06:45 99999999999999999999", "Wed Mar 08 19:06:45 ~", "Wed Mar 08 19:06:45 ", "  Wed Mar  8 19:06:45 1995 and more", "Wed Mar 08 19:06:45 -0042"]

val paths = ["", "/", ".", "..", "a", "/a", "a/b", "/a/b/", "a//b", "//", "///a", "a/", "./a/../b"]
val () = check ("OS.Path", equal, fn p => p, fn p => SOME (OS.Path.toString (OS.Path.fromString p))) paths
val () = print (String.concatWith " " (map (fn (p, q) => "\"" ^ OS.Path.concat (p, q) ^ "\"")
  [("x/", ""), ("x", ""), ("", ""), ("/", ""), ("//", ""), ("x//", ""), ("x/", "y"), ("x", "y/"), ("x//", "y"), ("/", "y"), ("", "y"), ("..", "y")]) ^ "\n")
val () = print ((OS.Path.concat ("x", "/y") handle OS.Path.Path => "Path") ^ "\n")
