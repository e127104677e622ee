(* What exceptions carry, in messages. *)
fun p e = print (exnMessage e ^ "\n")

(* Numbers, characters, text. *)
exception Int of int
exception W of word
exception W8 of Word8.word
exception Small of Int8.int
exception R of real
exception Big of IntInf.int
exception C of char
exception S of string
val () =
  app p
    [ Int ~5, W 0wx1f, W8 0wxff, Small ~128, R ~1.5, R 3.0, Big 123456789012345678901234567890
    , Big ~7, C #"c", C #"\"", S "a\"b\\\n\^A\200", S "" ]

(* Records and tuples, nested; unit leaves nothing behind. *)
exception Rec of {code : int, why : string}
exception Pair of string * int
exception Nest of {a : (int * bool) * unit, b : {only : char}}
exception One of {x : int}
exception U of unit
exception UU of unit * unit
val () =
  app p
    [ Rec {code = 3, why = "zero"}, Pair ("a", 1), Nest {a = ((1, true), ()), b = {only = #"z"}}
    , One {x = 1}, U (), UU ((), ()) ]

(* Datatypes: numbers, single constructors, sums, themselves. *)
datatype colour = Red | Green | Blue
datatype wrapped = W of int * string
datatype single = Single
datatype nothing = Nothing of unit
datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
datatype d = X | Y of int | Z of {a : int, b : d option} | V of unit
exception Colour of colour
exception Wrapped of wrapped
exception Sg of single
exception No of nothing * single
exception Tree of int tree
exception D of d
exception Ds of d list
exception B of bool
exception Ord of order
exception O of int option option
val () =
  app p
    [ Colour Blue, Wrapped (W (1, "w")), Sg Single, No (Nothing (), Single)
    , Tree (Node (Node (Leaf, 1, Leaf), 2, Leaf)), D X, D (Y ~2)
    , D (Z {a = 1, b = SOME (Z {a = 2, b = NONE})}), D (V ()), Ds [X, Y 2], B false, Ord LESS
    , O (SOME (SOME 1)), O (SOME NONE), O NONE ]

(* Sequences, refs, functions, continuations. *)
exception L of int list
exception LL of string list list
exception LU of unit list
exception Vec of real vector
exception Arr of char array
exception ArrB of bool array
exception Arr32 of Word32.word array
exception ArrU of unit array
exception Ref of int ref
exception RefU of unit ref
exception RefR of (int * string) ref option
exception F of int -> int
exception Fs of (int -> int) list * (unit -> unit)
exception Str of string vector
val () =
  app p
    [ L [1, 2], L [], LL [["a"], [], ["b", "c"]], LU [(), ()], Vec (Vector.fromList [1.0, 2.5])
    , Arr (Array.fromList [#"a", #"b"]), ArrB (Array.fromList [true, false])
    , Arr32 (Array.fromList [0w1, 0wxffffffff]), ArrU (Array.array (3, ())), Ref (ref 1)
    , RefU (ref ()), RefR (SOME (ref (1, "r"))), F (fn x => x), Fs ([fn x => x, fn y => y], ignore)
    , Str (Vector.fromList ["a"]) ]

(* Abstract types. *)
structure S :> sig type t val x : t datatype seen = Seen of int val y : seen type u val z : u end =
struct
  type t = int val x = 3 datatype seen = Seen of int val y = Seen 4 type u = unit val z = ()
end
abstype a = A of int with val a = A 1 end
exception Abs of S.t
exception Abs2 of S.t * int * a
exception AbsU of S.u * S.u
exception Seen of S.seen
exception Lib of Time.time * substring * StringCvt.radix
val () =
  app p
    [ Abs S.x, Abs2 (S.x, 1, a), AbsU (S.z, S.z), Seen S.y
    , Lib (Time.zeroTime, Substring.full "abc", StringCvt.HEX) ]

(* Exceptions inside others; those of the library say what they said. *)
exception E of exn
exception E2 of exn list
val () =
  app p
    [ E Div, E (Fail "f"), E (Rec {code = 1, why = "w"}), E2 [E (Int 1), Match], Fail "f", Subscript
    , OS.SysErr ("m", NONE), IO.Io {name = "n", function = "f", cause = Fail "c"}
    , E (IO.Io {name = "n", function = "f", cause = Fail "c"}) ]

(* Functors have their own; polymorphic functions know the representation only. *)
functor G (type t val x : t) = struct exception G of t val () = p (G x) end
structure G1 = G (type t = int val x = 1)
structure G2 = G (type t = string list val x = ["s"])
fun 'a poly (x : 'a) = let exception Poly of 'a * int in p (Poly (x, 1)) end
val () = (poly 1; poly "s"; poly ())

(* Cut: levels, elements, characters; so cyclic values end. *)
datatype nat = Zero | Succ of nat
fun nat 0 = Zero | nat n = Succ (nat (n - 1))
exception Nat of nat
datatype node = End | To of node ref
exception Cycle of node
val cycle = let val r = ref End in r := To r; To r end
exception Self of exn ref
val self = let val r = ref Div in r := Self r; Self r end
datatype 'a power = Stop | Go of ('a * 'a) power
exception Power of int power
datatype 'a same = Same of 'a
datatype 'a deep = Bottom | Down of 'a same deep
exception Deep of int deep
val () =
  app p
    [ Nat (nat 9), Nat (nat 10), Nat (nat 11), Cycle cycle, self, L (List.tabulate (100, fn i => i))
    , L (List.tabulate (101, fn _ => 0)), S (CharVector.tabulate (2000, fn _ => #"x"))
    , Power (Go (Go (Go Stop))), Deep (Down (Down Bottom))
    , Vec (Vector.tabulate (200, fn i => 0.0)), Ds (List.tabulate (300, fn i => Y i)) ]

(* Many fields. *)
exception Many of
  int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int *
  int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int *
  int * string
val many =
  Many
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
     26, 27, 28, 29, 30, 31, length (CommandLine.arguments ()), "end")
val () = p many
val () = (raise many) handle Many t => print (#34 t ^ Int.toString (#33 t + #32 t) ^ "\n")
val () = raise Rec {code = 4, why = "uncaught"}
