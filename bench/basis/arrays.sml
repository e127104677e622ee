(* The functions of Array, Vector and their slices, and of Word8Array and CharArray, in loops. *)
structure Main = struct
  fun repeat (0, _) = () | repeat (n, f) = (f () : unit; repeat (n - 1, f))
  val total = ref 0
  fun count n = total := (!total * 31 + n) mod 1000003
  fun work n =
    let
      val a = Array.tabulate (n, fn i => i * 7919 mod 10007)
      val b = Array.array (n, 1)
      val names = Array.tabulate (n, fn i => if i mod 2 = 0 then "even" else "odd")
      val reals = Array.tabulate (n, fn i => real i * 0.5)
    in
      Array.modify (fn x => x * 3 mod 9973) a;
      Array.copy {src = a, dst = b, di = 0};
      Array.modifyi (fn (i, x) => (x + i) mod 4093) b;
      count (Array.foldl (fn (x, s) => (x + s) mod 1000003) 0 a);
      count (Array.foldr (fn (x, s) => (x - s) mod 65521) 0 b);
      count (Array.foldli (fn (i, x, s) => (x * i + s) mod 1000003) 0 (Array.tabulate (n, fn i => i mod 1000)));
      Array.app (fn x => total := (!total + x) mod 1000003) a;
      Array.appi (fn (i, x) => if x = i then count i else ()) a;
      count (case Array.find (fn x => x = 9972) a of SOME x => x | NONE => n);
      count (if Array.exists (fn x => x > 9973) b then 1 else 2);
      count (if Array.all (fn x => x < 9973) b then 1 else 2);
      count (Array.foldl (fn (s, k) => size s + k) 0 names);
      count (Real.floor (Array.foldl (fn (x, s) => x + s) 0.0 reals) mod 1000003);
      let
        val v = Array.vector a
        val w = Vector.map (fn x => x + 1) v
        val u = Vector.mapi (fn (i, x) => (x + i) mod 1009) w
        val c = Vector.concat [u, v, w]
        val s = ArraySlice.slice (a, n div 4, SOME (n div 2))
      in
        count (Vector.foldl (fn (x, s) => (x + s) mod 1000003) 0 c);
        count (Vector.foldri (fn (i, x, s) => (x + i + s) mod 1000003) 0 u);
        count (ArraySlice.foldl (fn (x, s) => (x + s) mod 1000003) 0 s);
        ArraySlice.modify (fn x => x + 1) s;
        ArraySlice.copy {src = s, dst = b, di = 0};
        count (Vector.foldl (fn (x, s) => (x + s) mod 1000003) 0 (ArraySlice.vector s));
        count (Vector.length (Vector.fromList [1, 2, 3, 4]) + Array.sub (b, n div 3))
      end
    end
  fun bytes n =
    let
      val a = Word8Array.tabulate (n, fn i => Word8.fromInt (i mod 251))
      val c = CharArray.tabulate (n, fn i => chr (32 + i mod 90))
    in
      Word8Array.modify (fn x => Word8.xorb (x, 0wx55)) a;
      CharArray.modify Char.toUpper c;
      count (Word8Array.foldl (fn (x, s) => (Word8.toInt x + s) mod 65521) 0 a);
      count (CharArray.foldl (fn (x, s) => (ord x + s) mod 65521) 0 c);
      count (size (CharArray.vector c))
    end
  fun main () =
    (repeat (300, fn () => work 5000);
     repeat (40000, fn () => work 12);
     repeat (300, fn () => bytes 20000);
     print ("arrays " ^ Int.toString (!total) ^ "\n"))
end
val () = Main.main ()
