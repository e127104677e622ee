(* Options of strings, functions, arrays and continuations, which are the objects themselves, in the
   messages of exceptions and elsewhere. *)
exception E of string option
exception F of (int -> int) option
exception G of int array option
exception H of unit Cont.cont option
exception I of unit SMLofNJ.Cont.cont option
exception J of string vector option * string option option
datatype t = T of string
exception K of t
fun show e = print (General.exnMessage e ^ "\n")
val () =
  app show
    [E NONE, E (SOME "abc"), F NONE, F (SOME (fn x => x + 1)), G NONE,
     G (SOME (Array.fromList [1, 2])), H NONE, J (SOME (Vector.fromList ["a"]), SOME (SOME "x")),
     J (NONE, SOME NONE), J (NONE, NONE), K (T "y"), I NONE]
val () = SMLofNJ.Cont.callcc (fn k => (show (I (SOME k))))
val n = ref 3
fun f NONE = 0 | f (SOME g) = g 4
val () = print (Int.toString (f (if !n > 2 then SOME (fn x => x * !n) else NONE)) ^ "\n")
