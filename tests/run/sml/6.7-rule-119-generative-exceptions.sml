(* Rules 119 and 130, section 6.7: each evaluation of an exception declaration makes a new exception. *)
fun make () = let exception E of int in (fn n => (raise E n) : int, fn f => f () handle E n => n) end
val (raise1, catch1) = make ()
val (raise2, catch2) = make ()
val () = print (Int.toString (catch1 (fn () => raise1 1)) ^ Int.toString (catch2 (fn () => raise2 2)) ^ "\n")
val () = print (Int.toString (catch2 (fn () => catch1 (fn () => raise2 3))) ^ "\n")
val () = print ((Int.toString (catch1 (fn () => raise2 4))) handle _ => "not caught by the other\n")
fun nest 0 = raise Fail "bottom"
  | nest n = let exception Local in nest (n - 1) handle Local => raise Fail "wrong" end
val () = nest 5 handle Fail s => print (s ^ "\n")
(* A recursive function's exception differs in each call. *)
fun f (n, catcher) =
  let exception E
  in if n = 0 then (catcher (fn () => raise E) handle E => "own") else f (n - 1, fn g => (g () handle E => "outer")) end
val () = print (f (1, fn g => g ()) ^ "\n")
exception Poly
fun 'a embed () = let exception E of 'a in (E, fn E x => SOME x | _ => NONE) end
val (inInt, outInt) = embed () : (int -> exn) * (exn -> int option)
val (inStr, outStr) = embed () : (string -> exn) * (exn -> string option)
val l = [inInt 1, inStr "s", inInt 2, Poly]
val () = print (Int.toString (length (List.mapPartial outInt l)) ^ concat (List.mapPartial outStr l) ^ "\n")
