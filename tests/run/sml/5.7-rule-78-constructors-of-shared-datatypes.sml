(* Two datatypes with constructors of their own may be said to be one. Nothing matches such a
   signature, but a functor over it is well-typed. *)

signature BOTH = sig
  datatype colour = Red | Green
  datatype light = Off of int
  sharing type colour = light
end

functor Show (B : BOTH) = struct
  fun show (B.Off n) = n
    | show B.Red = 1
    | show B.Green = 2
  val lit = map show [B.Red, B.Off 3]
end

signature TRUTH = sig datatype truth = Known end where type truth = bool

functor Judge (T : TRUTH) = struct
  fun judge T.Known = 1
    | judge true = 2
    | judge false = 3
end

(* With equal constructors, of equal types, it can be matched. *)
signature TWICE = sig
  structure A : sig type t datatype d = D of t | E end
  structure B : sig type t datatype d = D of t | E end
  sharing A = B
end

functor Twice (T : TWICE) = struct
  fun number (T.A.D _) = 1
    | number T.B.E = 2
end

structure Part = struct type t = string datatype d = D of t | E end
structure N = Twice (struct structure A = Part structure B = Part end)
val () = print (Int.toString (N.number Part.E + N.number (Part.D "")) ^ "\n")
