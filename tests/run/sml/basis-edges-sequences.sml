(* Functions on vectors, arrays and slices at minInt, ~1, 0, the length, one more, and maxInt. *)
fun edges n = [valOf Int.minInt, ~1, 0, n, n + 1, valOf Int.maxInt]
fun row (name, n, f) = print (name ^ ": " ^ String.concatWith " " (map (fn i => f i handle e => exnName e) (edges n)) ^ "\n")
exception Enough

(* All rows of one kind of elements: those of 0, 1, 2 and so on, and how they look. *)
functor Rows
  (structure V : MONO_VECTOR
   structure VS : MONO_VECTOR_SLICE
   structure A : MONO_ARRAY
   structure AS : MONO_ARRAY_SLICE
   sharing type V.elem = VS.elem = A.elem = AS.elem
   sharing type V.vector = VS.vector = A.vector = AS.vector
   sharing type VS.slice = AS.vector_slice
   sharing type A.array = AS.array
   val name : string
   val elem : int -> V.elem
   val show : V.elem -> string) =
struct
  fun few i = if i < 9 then elem i else raise Enough
  val v = V.tabulate (3, few)
  fun vector v = "[" ^ V.foldr (fn (x, s) => show x ^ s) "]" v
  fun array a = "[" ^ A.foldr (fn (x, s) => show x ^ s) "]" a
  fun new () = A.tabulate (3, few)
  val sl = VS.slice (V.tabulate (5, few), 1, SOME 3)
  fun asl () = AS.slice (A.tabulate (5, few), 1, SOME 3)
  fun vslice s = vector (VS.vector s)
  fun aslice s = vector (AS.vector s)
  fun r (what, n, f) = row (name ^ what, n, f)

  val () = r ("Vector.tabulate", 3, fn n => vector (V.tabulate (n, few)))
  val () = r ("Vector.sub", 3, fn i => show (V.sub (v, i)))
  val () = r ("Vector.sub last", 2, fn i => show (V.sub (v, i)))
  val () = r ("Vector.update", 3, fn i => vector (V.update (v, i, elem 8)))
  val () = r ("Vector.update last", 2, fn i => vector (V.update (v, i, elem 8)))
  val () = r ("Array.array", 3, fn n => if n > 4 then (ignore (A.array (n, elem 0)); "long") else array (A.array (n, elem 7)))
  val () = r ("Array.tabulate", 3, fn n => array (A.tabulate (n, few)))
  val () = r ("Array.sub", 3, fn i => show (A.sub (new (), i)))
  val () = r ("Array.sub last", 2, fn i => show (A.sub (new (), i)))
  val () = r ("Array.update", 3, fn i => let val a = new () in A.update (a, i, elem 8); array a end)
  val () = r ("Array.update last", 2, fn i => let val a = new () in A.update (a, i, elem 8); array a end)
  val () = r ("Array.copy", 3, fn i => let val a = A.tabulate (6, few) in A.copy {src = new (), dst = a, di = i}; array a end)
  val () = r ("Array.copy nothing", 3, fn i => let val a = new () in A.copy {src = A.fromList [], dst = a, di = i}; array a end)
  val () = r ("Array.copyVec", 3, fn i => let val a = A.tabulate (6, few) in A.copyVec {src = v, dst = a, di = i}; array a end)

  val () = r ("VectorSlice.slice", 3, fn i => vslice (VS.slice (v, i, NONE)))
  val () = r ("VectorSlice.slice from", 3, fn i => vslice (VS.slice (v, i, SOME 0)))
  val () = r ("VectorSlice.slice length", 3, fn n => vslice (VS.slice (v, 0, SOME n)))
  val () = r ("VectorSlice.subslice", 3, fn i => vslice (VS.subslice (sl, i, NONE)))
  val () = r ("VectorSlice.subslice from", 3, fn i => vslice (VS.subslice (sl, i, SOME 0)))
  val () = r ("VectorSlice.subslice length", 3, fn n => vslice (VS.subslice (sl, 0, SOME n)))
  val () = r ("VectorSlice.subslice length from 1", 2, fn n => vslice (VS.subslice (sl, 1, SOME n)))
  val () = r ("VectorSlice.sub", 3, fn i => show (VS.sub (sl, i)))
  val () = r ("ArraySlice.slice", 3, fn i => aslice (AS.slice (new (), i, NONE)))
  val () = r ("ArraySlice.slice from", 3, fn i => aslice (AS.slice (new (), i, SOME 0)))
  val () = r ("ArraySlice.slice length", 3, fn n => aslice (AS.slice (new (), 0, SOME n)))
  val () = r ("ArraySlice.subslice", 3, fn i => aslice (AS.subslice (asl (), i, NONE)))
  val () = r ("ArraySlice.subslice length", 3, fn n => aslice (AS.subslice (asl (), 0, SOME n)))
  val () = r ("ArraySlice.subslice length from 1", 2, fn n => aslice (AS.subslice (asl (), 1, SOME n)))
  val () = r ("ArraySlice.sub", 3, fn i => show (AS.sub (asl (), i)))
  val () = r ("ArraySlice.update", 3, fn i => let val s = asl () in AS.update (s, i, elem 8); aslice s end)
  val () = r ("ArraySlice.copy", 3, fn i => let val a = A.tabulate (6, few) in AS.copy {src = asl (), dst = a, di = i}; array a end)
  val () = r ("ArraySlice.copyVec", 3, fn i => let val a = A.tabulate (6, few) in AS.copyVec {src = sl, dst = a, di = i}; array a end)
end

structure Chars = Rows (structure V = CharVector structure VS = CharVectorSlice structure A = CharArray structure AS = CharArraySlice val name = "Char" fun elem i = Char.chr (i + 97) val show = str)
structure Bytes = Rows (structure V = Word8Vector structure VS = Word8VectorSlice structure A = Word8Array structure AS = Word8ArraySlice val name = "Word8" val elem = Word8.fromInt val show = Word8.toString)
structure Reals = Rows (structure V = RealVector structure VS = RealVectorSlice structure A = RealArray structure AS = RealArraySlice val name = "Real" val elem = Real.fromInt val show = Real.fmt (StringCvt.FIX (SOME 0)))

(* The polymorphic ones, seen as if they were of one kind. *)
structure Lists = Rows
  (structure V = struct open Vector type elem = string type vector = string vector end
   structure VS = struct open VectorSlice type elem = string type vector = string vector type slice = string slice end
   structure A = struct open Array type elem = string type vector = string vector type array = string array end
   structure AS = struct open ArraySlice type elem = string type vector = string vector type array = string array type slice = string slice type vector_slice = string VectorSlice.slice end
   val name = "" val elem = Int.toString fun show s = s)
