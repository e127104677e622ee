(* Streams, composed functions and an interpreter made of closures. *)
datatype stream = Stream of int * (unit -> stream);

fun from n = Stream (n, fn () => from (n + 1));

fun mapped (f : int -> int, Stream (x, rest)) = Stream (f x, fn () => mapped (f, rest ()));

fun filtered (p : int -> bool, Stream (x, rest)) =
  if p x then Stream (x, fn () => filtered (p, rest ())) else filtered (p, rest ());

fun sum (0, _, total) = total
  | sum (n, Stream (x, rest), total) = sum (n - 1, rest (), (total + x) mod 65521);

datatype term = Constant of int | Variable | Add of term * term | Multiply of term * term;

fun compile (Constant n) = (fn _ : int => n)
  | compile Variable = (fn x => x)
  | compile (Add (a, b)) =
      let val (f, g) = (compile a, compile b) in fn x => (f x + g x) mod 10007 end
  | compile (Multiply (a, b)) =
      let val (f, g) = (compile a, compile b) in fn x => f x * g x mod 10007 end;

fun grown 0 = Add (Variable, Constant 3)
  | grown n = Add (Multiply (grown (n - 1), Variable), grown (n - 1));

fun applied (f : int -> int, 0, total) = total
  | applied (f, n, total) = applied (f, n - 1, (total + f n) mod 65521);

fun rounds (0, total) = total
  | rounds (n, total) =
      let
        val squares = mapped (fn x => x * x mod 1009, filtered (fn x => x mod 3 <> 0, from n))
        val f = compile (grown 8)
      in
        rounds (n - 1, (total * 7 + sum (5000, squares, 0) + applied (f, 60, 0)) mod 1000003)
      end;

val result = rounds (10000, 0);
