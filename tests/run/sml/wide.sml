(* More variables than frames and blocks hold are alive across calls, loops and handlers. *)
fun depth 0 = 0 | depth n = 1 + depth (n - 1)
fun check n = if n > 1000 then raise Fail (Int.toString n) else n

fun f x = let
  val a0 = x + 0 val a1 = real (x * 1) val a2 = Int.toString (x - 2) val a3 = [x, 3]
  val a4 = x + 4 val a5 = real (x * 5) val a6 = Int.toString (x - 6) val a7 = [x, 7]
  val a8 = x + 8 val a9 = real (x * 9) val a10 = Int.toString (x - 10) val a11 = [x, 11]
  val a12 = x + 12 val a13 = real (x * 13) val a14 = Int.toString (x - 14) val a15 = [x, 15]
  val a16 = x + 16 val a17 = real (x * 17) val a18 = Int.toString (x - 18) val a19 = [x, 19]
  val a20 = x + 20 val a21 = real (x * 21) val a22 = Int.toString (x - 22) val a23 = [x, 23]
  val a24 = x + 24 val a25 = real (x * 25) val a26 = Int.toString (x - 26) val a27 = [x, 27]
  val a28 = x + 28 val a29 = real (x * 29) val a30 = Int.toString (x - 30) val a31 = [x, 31]
  val a32 = x + 32 val a33 = real (x * 33) val a34 = Int.toString (x - 34) val a35 = [x, 35]
  val a36 = x + 36 val a37 = real (x * 37) val a38 = Int.toString (x - 38) val a39 = [x, 39]
  val a40 = x + 40 val a41 = real (x * 41) val a42 = Int.toString (x - 42) val a43 = [x, 43]
  val a44 = x + 44 val a45 = real (x * 45) val a46 = Int.toString (x - 46) val a47 = [x, 47]
  val a48 = x + 48 val a49 = real (x * 49) val a50 = Int.toString (x - 50) val a51 = [x, 51]
  val a52 = x + 52 val a53 = real (x * 53) val a54 = Int.toString (x - 54) val a55 = [x, 55]
  val a56 = x + 56 val a57 = real (x * 57) val a58 = Int.toString (x - 58) val a59 = [x, 59]
  val a60 = x + 60 val a61 = real (x * 61) val a62 = Int.toString (x - 62) val a63 = [x, 63]
  val a64 = x + 64 val a65 = real (x * 65) val a66 = Int.toString (x - 66) val a67 = [x, 67]
  val a68 = x + 68 val a69 = real (x * 69) val a70 = Int.toString (x - 70) val a71 = [x, 71]
  val a72 = x + 72 val a73 = real (x * 73) val a74 = Int.toString (x - 74) val a75 = [x, 75]
  val a76 = x + 76 val a77 = real (x * 77) val a78 = Int.toString (x - 78) val a79 = [x, 79]
  val a80 = x + 80 val a81 = real (x * 81) val a82 = Int.toString (x - 82) val a83 = [x, 83]
  val a84 = x + 84 val a85 = real (x * 85) val a86 = Int.toString (x - 86) val a87 = [x, 87]
  val a88 = x + 88 val a89 = real (x * 89)
  fun sum (i, s) = if i > a0 then s else sum (i + 1, s + i + depth i)
  val b = sum (0, 0)
  val c = check (b * a4) handle Fail s => size s
  fun count ([], n) = n | count (h :: t, n) = count (t, if h > x then n + a8 else n)
  val d = count (List.tabulate (b mod 50 + 3, fn i => i), 0)
  val first =
    a0 + length a3 + size a6 + round a9 + a12 + length a15 + size a18 + round a21 + a24 +
    length a27 + size a30 + round a33 + a36 + length a39 + size a42 + round a45 + a48 + length
    a51 + size a54 + round a57 + a60 + length a63 + size a66 + round a69 + a72 + length a75 +
    size a78 + round a81 + a84 + length a87
  val e = check (first + c + d) handle Fail s => ~ (size s)
  val second =
    a0 + round a1 + size a2 + length a3 + a4 + round a5 + size a6 + length a7 + a8 + round a9 +
    size a10 + length a11 + a12 + round a13 + size a14 + length a15 + a16 + round a17 + size
    a18 + length a19 + a20 + round a21 + size a22 + length a23 + a24 + round a25 + size a26 +
    length a27 + a28 + round a29 + size a30 + length a31 + a32 + round a33 + size a34 + length
    a35 + a36 + round a37 + size a38 + length a39 + a40 + round a41 + size a42 + length a43 +
    a44 + round a45 + size a46 + length a47 + a48 + round a49 + size a50 + length a51 + a52 +
    round a53 + size a54 + length a55 + a56 + round a57 + size a58 + length a59 + a60 + round
    a61 + size a62 + length a63 + a64 + round a65 + size a66 + length a67 + a68 + round a69 +
    size a70 + length a71 + a72 + round a73 + size a74 + length a75 + a76 + round a77 + size
    a78 + length a79 + a80 + round a81 + size a82 + length a83 + a84 + round a85 + size a86 +
    length a87 + a88 + round a89
in
  [b, c, d, e, first, second]
end

val () = app (fn x => print (String.concatWith " " (map Int.toString (f x)) ^ "\n")) [1, 2, 30]
