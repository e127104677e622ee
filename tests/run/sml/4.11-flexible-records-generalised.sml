(* The context says which fields a record has; of which types they are may differ from use to
   use, as far as the binding is polymorphic. *)

val () =
  let
    val name = #name
    val a = name {name = 13}
    val b = name {name = "thirteen"}
  in
    print (Int.toString a ^ " " ^ b ^ "\n")
  end

(* Fields that the binding does not mention are polymorphic too. *)
fun both {left, right, ...} = (left, right)
val (a, b) = both {left = 1, right = "one", weight = 0.5}
val (c, d) = both {left = #"c", right = (), weight = "heavy"}
val () = print (Int.toString (a + ord c) ^ b ^ "\n")

(* A row within a row, and one that an inner function shares with the outer. *)
fun inner {outside = {inside, ...}, ...} = inside
val () = print (inner {outside = {inside = "in", x = 1}, y = 2.0})
val () = print (Bool.toString (inner {outside = {inside = true, x = "x"}, y = ()}) ^ "\n")

fun outer r =
  let
    val get = #value
    fun pair s = (get s, get r)
  in
    pair r
  end
val () = print (#1 (outer {value = "v", other = 1}) ^ Int.toString (#2 (outer {value = 2, other = "o"})) ^ "\n")

(* Determined by a signature. *)
structure S : sig val first : {first : 'a, second : int} -> 'a end = struct val first = #first end
val () = print (S.first {first = "first", second = 2} ^ Int.toString (S.first {first = 1, second = 2}) ^ "\n")

(* Equality and overloading. *)
fun equal (x, y) = #key x = #key y
val t = equal ({key = 1, datum = "a"}, {key = 1, datum = "b"})
val u = equal ({key = "k", datum = ()}, {key = "l", datum = ()})
fun next r = #count r + 1
val three = next {count = 2, of_ = "two"}
val () = print (Bool.toString t ^ " " ^ Bool.toString u ^ " " ^ Int.toString three ^ "\n")

(* The use that determines the fields may come first or last, and may itself be generalised. *)
val _ =
  let
    val f = #foo
    val g = fn h => fn y => h (f y)
    val h = fn x => f x
    val sum = f {foo = 1, bar = 2} + g (fn n => n + 1) {foo = 1, bar = "b"} + size (h {foo = "four", bar = ()})
  in
    print (Int.toString sum ^ "\n")
  end

(* In a functor's body. *)
functor F (type t val show : t -> string) = struct
  fun get {it, ...} = it
  fun text (x : t, y : int) = show (get {it = x, n = y}) ^ Int.toString (get {it = y, n = "y"})
end
structure A = F (type t = bool val show = Bool.toString)
val () = print (A.text (true, 7) ^ "\n")
