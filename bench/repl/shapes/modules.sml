(* shape stack module *)
signature STACK@n =
sig
  type stack
  exception Empty
  val empty : stack
  val push : int * stack -> stack
  val pop : stack -> int * stack
  val depth : stack -> int
end

structure Stack@n :> STACK@n =
struct
  type stack = int list
  exception Empty
  val empty = []
  fun push (x, stack) = x :: stack
  fun pop [] = raise Empty
    | pop (x :: rest) = (x, rest)
  fun depth stack = length stack
end

val stack@n = foldl Stack@n.push Stack@n.empty [@1, @2, @3]
val (top@n, below@n) = Stack@n.pop stack@n
@note top@n + Stack@n.depth below@n + (#1 (Stack@n.pop Stack@n.empty) handle Stack@n.Empty => @1)

(* shape counter module *)
structure Counter@n =
struct
  val start = @2
  val state = ref start
  fun reset () = state := start
  fun step by = (state := !state + by; !state)
  fun get () = !state
end

val first@n = Counter@n.step @1
val second@n = (Counter@n.reset (); Counter@n.step @2)
@note first@n * second@n + Counter@n.get ()

(* shape fraction module *)
signature FRACTION@n =
sig
  type fraction
  val make : int * int -> fraction
  val add : fraction * fraction -> fraction
  val multiply : fraction * fraction -> fraction
  val toString : fraction -> string
  val floor : fraction -> int
end

structure Fraction@n : FRACTION@n =
struct
  type fraction = {top : int, bottom : int}

  fun gcd (a, 0) = a
    | gcd (a, b) = gcd (b, a mod b)

  fun make (top, bottom) =
    let val d = gcd (abs top, bottom) in {top = top div d, bottom = bottom div d} end

  fun add (a : fraction, b : fraction) =
    make (#top a * #bottom b + #top b * #bottom a, #bottom a * #bottom b)

  fun multiply (a : fraction, b : fraction) = make (#top a * #top b, #bottom a * #bottom b)

  fun toString {top, bottom} = Int.toString top ^ "/" ^ Int.toString bottom

  fun floor {top, bottom} = top div bottom
end

val third@n = Fraction@n.make (@1, @1)
val half@n = Fraction@n.add (third@n, Fraction@n.make (~@1, @2))
val part@n = Fraction@n.multiply (half@n, third@n)
@note size (Fraction@n.toString part@n) * @1 + Fraction@n.floor (Fraction@n.make (@3, @1))

(* shape set module *)
structure Set@n =
struct
  local
    fun insert (x : int, []) = [x]
      | insert (x, set as y :: rest) =
          if x < y then x :: set else if x = y then set else y :: insert (x, rest)
  in
    val empty : int list = []
    fun add (x, set) = insert (x, set)
    fun fromList xs = foldl add empty xs
  end

  fun member (x, set) = List.exists (fn y => y = x) (set : int list)
  fun union (a, b) = foldl add a b
  fun common (a, b) = List.filter (fn x => member (x, b)) a
end

val small@n = Set@n.fromList [@1, @1, @2, @2, @1]
val large@n = Set@n.union (small@n, Set@n.fromList [@1, @3, @2])
@note length large@n * @1 + length (Set@n.common (small@n, large@n)) + hd large@n

(* shape inventory module *)
structure Inventory@n =
struct
  datatype item = Item of {name : string, price : int, stock : int}

  exception Unknown of string

  val items = ref [Item {name = "bolt", price = @2, stock = @3}, Item {name = "nut", price = @1, stock = @2}]

  fun named wanted (Item {name, ...}) = name = wanted

  fun find name =
    case List.find (named name) (!items) of
      SOME item => item
    | NONE => raise Unknown name

  fun sell (name, amount) =
    let
      val Item {price, stock, ...} = find name
      val sold = Int.min (amount, stock)
    in
      items := Item {name = name, price = price, stock = stock - sold}
               :: List.filter (not o named name) (!items);
      sold * price
    end

  fun value () = foldl (fn (Item {price, stock, ...}, total) => total + price * stock) 0 (!items)
end

val income@n = Inventory@n.sell ("@{bolt|nut}", @2) + Inventory@n.sell ("nut", @1)
val lost@n = Inventory@n.sell ("gear", 1) handle Inventory@n.Unknown name => size name
@note income@n + lost@n + Inventory@n.value ()

(* shape grid module *)
structure Grid@n =
struct
  val width = @1
  val height = @{5|6|7}
  val cells = Array.array (width * height, 0)
  fun index (x, y) = (y mod height) * width + x mod width
  fun get (x, y) = Array.sub (cells, index (x, y))
  fun set ((x, y), value) = Array.update (cells, index (x, y), value)
  fun neighbours (x, y) =
    get (x - 1, y) + get (x + 1, y) + get (x, y - 1) + get (x, y + 1)
  fun fill f =
    let
      fun go (x, y) =
        if y = height then ()
        else if x = width then go (0, y + 1)
        else (set ((x, y), f (x, y)); go (x + 1, y))
    in
      go (0, 0)
    end
  fun sum () = Array.foldl op+ 0 cells
end

val () = Grid@n.fill (fn (x, y) => x * @1 + y * @1)
@note Grid@n.sum () + Grid@n.neighbours (@1, @1)
