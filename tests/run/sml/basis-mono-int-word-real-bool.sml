(* The families of sequences of int, word, real and bool: what they share. *)
fun p x = print (x ^ "\n")
functor Test (structure V : MONO_VECTOR structure A : MONO_ARRAY structure VS : MONO_VECTOR_SLICE structure AS : MONO_ARRAY_SLICE structure A2 : MONO_ARRAY2
  sharing type V.elem = A.elem = VS.elem = AS.elem = A2.elem
  sharing type V.vector = A.vector = VS.vector = AS.vector = A2.vector
  sharing type A.array = AS.array
  sharing type VS.slice = AS.vector_slice
  val x : V.elem val y : V.elem val show : V.elem -> string) =
struct
  fun vs v = V.foldr (fn (e, s) => show e ^ s) "" v
  val v = V.tabulate (4, fn i => if i mod 2 = 0 then x else y)
  val () = p (vs v ^ Int.toString (V.length v) ^ show (V.sub (v, 1)) ^ vs (V.update (v, 1, x)) ^ vs (V.concat [v, v]) ^ vs (V.fromList [x]))
  val () = p (vs (V.map (fn _ => y) v) ^ vs (V.mapi (fn (i, e) => if i = 0 then y else e) v) ^ Int.toString (V.foldl (fn (_, n) => n + 1) 0 v))
  val a = A.array (3, x)
  val () = (A.update (a, 1, y); A.modify (fn e => e) a; p (vs (A.vector a)); A.copy {src = a, dst = a, di = 0})
  val b = A.tabulate (6, fn _ => y)
  val () = (A.copy {src = a, dst = b, di = 1}; A.copyVec {src = V.fromList [x, x], dst = b, di = 4}; p (vs (A.vector b)))
  val sl = VS.slice (v, 1, SOME 2)
  val () = p (vs (VS.vector sl) ^ vs (VS.concat [sl, sl]) ^ Int.toString (VS.length sl) ^ vs (VS.map (fn _ => x) sl))
  val asl = AS.slice (b, 2, NONE)
  val () = (AS.update (asl, 0, x); AS.copyVec {src = sl, dst = b, di = 0}; p (vs (AS.vector asl) ^ vs (A.vector b)))
  val m = A2.tabulate Array2.RowMajor (2, 2, fn (i, j) => if i = j then x else y)
  val () = p (vs (A2.row (m, 0)) ^ vs (A2.column (m, 1)) ^ Int.toString (A2.fold A2.ColMajor (fn (_, n) => n + 1) 0 m))
  val () = p (Bool.toString (a = a) ^ Bool.toString (m = m))
  val () = p (vs (V.tabulate (~1, fn _ => x)) handle Size => "Size")
  val () = p (show (A.sub (a, 3)) handle Subscript => "Subscript")
end
structure I = Test (structure V = IntVector structure A = IntArray structure VS = IntVectorSlice structure AS = IntArraySlice structure A2 = IntArray2 val x = 3 val y = ~4 val show = Int.toString)
structure W = Test (structure V = WordVector structure A = WordArray structure VS = WordVectorSlice structure AS = WordArraySlice structure A2 = WordArray2 val x = 0w3 val y = 0w4 fun show w = if w = 0w3 then "w3" else "w4")
structure R = Test (structure V = RealVector structure A = RealArray structure VS = RealVectorSlice structure AS = RealArraySlice structure A2 = RealArray2 val x = 3.0 val y = 4.5 fun show r = Int.toString (round (r * 2.0)))
structure B = Test (structure V = BoolVector structure A = BoolArray structure VS = BoolVectorSlice structure AS = BoolArraySlice structure A2 = BoolArray2 val x = true val y = false fun show b = if b then "T" else "F")
structure C = Test (structure V = CharVector structure A = CharArray structure VS = CharVectorSlice structure AS = CharArraySlice structure A2 = CharArray2 val x = #"x" val y = #"\255" fun show c = if c = #"x" then "x" else "y")
structure D = Test (structure V = Word8Vector structure A = Word8Array structure VS = Word8VectorSlice structure AS = Word8ArraySlice structure A2 = Word8Array2 val x = 0w7 : Word8.word val y = 0w255 : Word8.word fun show (w : Word8.word) = if w = 0w7 then "7" else "F")
