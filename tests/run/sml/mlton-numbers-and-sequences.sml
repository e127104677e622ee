(* MLton.IntInf, Word, Random, Array and Vector. *)
fun p s = print (s ^ "\n")
fun try f = f () handle e => exnName e

val half = IntInf.pow (2, 62)
val () = p (String.concatWith " " (map (Bool.toString o MLton.IntInf.isSmall) [0, ~1, half - 1, half, ~half, ~half - 1]))
val () = p (Bool.toString (MLton.IntInf.areSmall (1, 2)) ^ Bool.toString (MLton.IntInf.areSmall (1, half)))
val () = p (String.concatWith " " (map (IntInf.toString o MLton.IntInf.gcd) [(0, 0), (0, ~5), (12, 18), (~12, 18), (IntInf.pow (6, 60), IntInf.pow (10, 60))]))
local open MLton.IntInf in
  fun rep r = case fromRep r of NONE => "NONE" | SOME i => IntInf.toString i
  val reps = [Small 5, Small (valOf SmallInt.maxInt), Big (Vector.fromList [0w0, 0w1]), Big (Vector.fromList [0w0, BigWord.fromLargeInt half]), Big (Vector.fromList [0w1, 0w3, 0w1]), Big (Vector.fromList [0w0, 0w3, 0w0]), Big (Vector.fromList [0w2, 0w3, 0w1]), Big (Vector.fromList [0w0]), Big (Vector.fromList [])]
end
val () = p (String.concatWith " " (map rep reps))

val () = p (String.concatWith " " (map Word.toString [MLton.Word.rol (0wx8000000000000001, 0w4), MLton.Word.ror (0w1, 0w1), MLton.Word.rol (0w1, 0w64), MLton.Word.bswap 0wx0102030405060708]))
val () = p (String.concatWith " " (map Word32.toString [MLton.Word32.rol (0wx80000001, 0w4), MLton.Word32.ror (0w1, 0w1), MLton.Word32.rol (0w1, 0w33), MLton.Word32.bswap 0wx01020304]))
val () = p (String.concatWith " " (map Word16.toString [MLton.Word16.rol (0wx8001, 0w4), MLton.Word16.ror (0w1, 0w1), MLton.Word16.bswap 0wx0102]))
val () = p (String.concatWith " " (map Word8.toString [MLton.Word8.rol (0wx81, 0w4), MLton.Word8.ror (0w1, 0w1), MLton.Word8.rol (0w1, 0w9), MLton.Word8.bswap 0wx12]))

val () = MLton.Random.srand 0w1
val w = MLton.Random.rand ()
val () = MLton.Random.srand 0w1
val () = p (Bool.toString (w = MLton.Random.rand ()))
val () = p (Bool.toString (CharVector.all Char.isAlphaNum (MLton.Random.alphaNumString 100) andalso Char.isAlphaNum (MLton.Random.alphaNumChar ())))
val () = p (try (fn () => MLton.Random.alphaNumString ~1))

fun step (i, b) = (Int.toString i ^ b, b ^ ".")
val (v, b) = MLton.Vector.unfoldi (4, "", step)
val () = p (String.concatWith " " (Vector.foldr op :: [] v) ^ " " ^ b)
val (a, b) = MLton.Array.unfoldi (3, "x", step)
val () = p (String.concatWith " " (Array.foldr op :: [] a) ^ " " ^ b)
val () = p (Int.toString (Vector.length (#1 (MLton.Vector.unfoldi (0, "", step)))))
val () = p (try (fn () => #2 (MLton.Vector.unfoldi (~1, "", step))) ^ try (fn () => #2 (MLton.Array.unfoldi (valOf Int.maxInt, "", step))))
val {done, sub, update} = MLton.Vector.create 3
val () = app update [(2, "c"), (0, "a")]
val () = p (sub 2 ^ try (fn () => sub 1) ^ try (fn () => sub 3))
val () = p (try (fn () => (ignore (done ()); "done")))
val () = update (1, "b")
val () = p (String.concat (Vector.foldr op :: [] (done ())))
val () = p (try (fn () => (update (1, "z"); "updated")) ^ try (fn () => (ignore (done ()); "done")))
