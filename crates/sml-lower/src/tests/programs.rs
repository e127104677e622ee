//! The output of programs.

use super::{lower, prints, run};
use values::Ending;

/// The functions with which programs of the tests print.
const SAY: &str = "fun say n = print (Int.toString n ^ \"\\n\")\n";

fn says(source: &str, output: &str) {
    prints(&format!("{SAY}{source}"), output);
}

#[test]
fn functions_and_their_uses() {
    says(
        "fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2) val () = say (fib 20)",
        "6765\n",
    );
    // All arguments, some of them, none; more than it has.
    says(
        "fun f x (y, z) = x + y * z
         val g = f 10
         val h = f
         fun k x y = fn z => x + y + z
         val () = (say (f 1 (2, 3)); say (g (2, 3)); say (h 100 (2, 3)); say (k 1 2 3))
         val () = say (foldl (fn (x, s) => x + s) 0 (map (k 1 1) [1, 2]))",
        "7\n16\n106\n6\n7\n",
    );
    // Operations and constructors as values.
    says(
        "val () = say (foldl op + 0 [1, 2, 3])
         val () = say (length (map SOME [1, 2]))
         exception E of int
         val () = say (length (map E [1]))",
        "6\n2\n1\n",
    );
}

#[test]
fn mutual_recursion_at_several_types() {
    says(
        "fun even (f, []) = true | even (f, x :: xs) = (f x; odd (f, xs))
         and odd (f, []) = false | odd (f, x :: xs) = (f x; even (f, xs))
         val () = if even (fn x => say x, [1, 2]) then print \"even\\n\" else ()
         val () = if odd (fn s => print s, [\"a\", \"b\", \"c\\n\"]) then print \"odd\\n\" else ()",
        "1\n2\neven\nabc\nodd\n",
    );
}

#[test]
fn local_polymorphism() {
    says(
        "fun go n =
           let
             fun id x = x
             fun twice f x = f (f x)
             val (one, two) = (fn x => (x, n), fn x => x)
             val none = []
           in
             say (twice id n + #2 (one \"a\") + length none);
             print (twice id \"a\" ^ two \"b\" ^ String.concat none ^ \"\\n\")
           end
         val () = go 20",
        "40\nab\n",
    );
    // A polymorphic pattern that does not fit raises `Bind` at its declaration.
    says("val () = let val SOME x = NONE in () end handle Bind => say 1", "1\n");
}

#[test]
fn exceptions_carry_and_are_told_apart() {
    says(
        "exception E of int * string
         exception F
         fun try f = f () handle E (n, s) => size s + n | F => 0
         val () = (say (try (fn () => raise E (1, \"abc\"))); say (try (fn () => raise F)))
         val () = say ((try (fn () => raise Fail \"x\")) handle Fail s => size s)
         fun new () = let exception G in (fn () => raise G, fn f => f () handle G => 7) end
         val (raise1, handle1) = new ()
         val (raise2, handle2) = new ()
         val () = say (handle1 raise1)
         val () = say (handle1 raise2 handle _ => 8)",
        "4\n0\n1\n7\n8\n",
    );
    let (_, ending) = run("exception Foo of string val () = raise Foo \"why\"");
    assert!(matches!(ending, Ending::Uncaught { message, .. } if message == "Foo \"why\""));
}

#[test]
fn tail_calls_take_no_room() {
    // Were the handlers not left, the interpreter would run out of steps or memory.
    says(
        "exception E
         fun loop 0 = 0 | loop n = (raise E) handle E => loop (n - 1)
         fun both (0, _) = true | both (n, x) = x > 0 andalso both (n - 1, x)
         fun deep 0 = 5 | deep n = let val m = n - 1 in case m of 0 => deep 0 | k => (ignore k; deep k) end
         val () = (say (loop 100000); say (deep 100000); if both (100000, 1) then say 1 else say 0)",
        "0\n5\n1\n",
    );
}

#[test]
fn equality_by_type() {
    prints(
        "datatype 'a t = N | C of ('a * 'a) t
         datatype 'a tree = L | T of 'a tree * 'a * 'a tree
         fun show b = print (if b then \"t\" else \"f\")
         val r = ref 1
         val () = (show (C (C N) = C (C N)); show (C N = (N : int t)); show (C N = C (C N) : bool))
         val () = (show ([(1, \"a\")] = [(1, \"a\")]); show ([(1, \"a\")] = [(1, \"b\")]))
         val () = (show (r = r); show (r = ref 1); show (T (L, 1, L) <> T (L, 1, T (L, 2, L))))
         val () = (show (#[1, 2] = #[1, 2]); show (#[1] = #[1, 2]); show (() = ()))
         val () = show ((1, (true, \"x\")) = (1, (true, \"x\")))",
        "tfftftfttftt",
    );
}

#[test]
fn representations_of_datatypes() {
    says(
        "datatype unit' = U
         datatype wrap = W of int * int
         datatype colour = Red | Green | Blue
         datatype rec' = R of rec' list
         datatype 'a opt = None | Some of 'a
         fun first (W (a, _)) = a
         fun number Red = 1 | number Green = 2 | number Blue = 3
         fun depth (R []) = 1 | depth (R (x :: _)) = 1 + depth x
         fun get (Some p) = p | get None = W (0, 0)
         fun unit U = 9
         val w = W (4, 5)
         val () = (say (first w); say (number Blue); say (depth (R [R [R []]])))
         val () = (say (first (get (Some w))); say (unit U); say (length [U, U]))
         val () = (case w of W p => say (#2 p))",
        "4\n3\n3\n4\n9\n2\n5\n",
    );
}

#[test]
fn patterns() {
    says(
        "fun f [1] = 1 | f [1, 2] = 2 | f (1 :: _ :: _) = 3 | f _ = 4
         fun g \"a\" = 1 | g \"b\" = 2 | g _ = 3
         fun h {a = 1, b = (x, y)} = x + y | h {a, b as (x, _)} = a + x + #2 b
         fun k (ref n, all as (x :: _)) = n + x + length all | k _ = 0
         val () = app say [f [1], f [1, 2], f [1, 2, 3], f [], g \"b\", g \"c\"]
         val () = app say [h {a = 1, b = (2, 3)}, h {a = 2, b = (3, 4)}, k (ref 5, [1, 2]), k (ref 5, [])]
         val SOME (x, _) = SOME (6, ())
         val () = say x
         val () = (case [] of (x :: _) => say x) handle Match => say 0",
        "1\n2\n3\n4\n2\n3\n5\n9\n8\n0\n6\n0\n",
    );
}

#[test]
fn loops_and_conditions() {
    says(
        "val i = ref 0
         val () = while !i < 10 andalso (!i <> 7 orelse !i > 8) do i := !i + 1
         val () = say (!i)
         fun f x = if (if x > 5 then x < 8 else x = 2) then 1 else 0
         val () = app (fn x => say (f x)) [2, 3, 6, 9]",
        "7\n1\n0\n1\n0\n",
    );
}

#[test]
fn units_travel_as_nothing() {
    says(
        "val r = ref ()
         val () = r := !r
         fun f () = ()
         fun g (x, ()) = x
         val a = Array.array (3, ())
         val () = Array.update (a, 1, f ())
         val l = [(), f ()]
         val u = hd l
         fun id x = x
         val () = id (say (g (length l, u)))",
        "2\n",
    );
}

#[test]
fn declarations_run_in_order() {
    prints(
        "val a = (print \"a\"; 1) val b = (print \"b\"; a) val _ = print \"c\" val () = if b = 1 then print \"d\" else ()",
        "abcd",
    );
}

#[test]
fn functions_that_pass_functions_on() {
    says(
        "fun map f [] = [] | map f (x :: xs) = f x :: map f xs
         fun fold (f, z, []) = z | fold (f, z, x :: xs) = fold (f, f (x, z), xs)
         fun swap f g 0 = f 0 | swap f g n = swap g f (n - 1)
         val () = say (fold (op +, 0, map (fn x => x * 2) [1, 2, 3]))
         val () = say (swap (fn _ => 1) (fn _ => 2) 3)",
        "12\n2\n",
    );
}

#[test]
fn long_lists() {
    let numbers: Vec<String> = (0..20_000).map(|n| format!("~{n}")).collect();
    let texts: Vec<String> = (0..300).map(|n| format!("Int.toString {n}")).collect();
    says(
        &format!(
            "val l = [{}] val () = say (foldl op + 0 l) val () = say (size (String.concat [{}]))",
            numbers.join(", "),
            texts.join(", ")
        ),
        "~199990000\n790\n",
    );
}

#[test]
fn matches_that_overlap() {
    says(
        "fun f (0, _, 1) = 1 | f (_, 0, _) = 2 | f (0, _, _) = 3 | f (x, y, 1) = x + y | f _ = 9
         val () = app (fn t => say (f t)) [(0, 5, 1), (0, 0, 2), (0, 1, 2), (4, 5, 1), (4, 5, 6)]
         fun g (SOME (x :: _), NONE) = x | g (NONE, SOME l) = length l | g (SOME l, _) = length l | g _ = ~1
         val () = app (fn t => say (g t))
           [(SOME [7], NONE), (NONE, SOME [1, 2]), (SOME [1], SOME []), (SOME [], NONE), (NONE, NONE)]
         fun h #[] = 0 | h #[x] = x | h #[1, y] = y | h #[_, 2] = 5 | h v = Vector.length v
         val () = app (fn v => say (h v)) [#[], #[3], #[1, 4], #[9, 2], #[9, 9], #[1, 1, 1]]
         fun s (\"a\", 1) = 1 | s (\"b\", _) = 2 | s (\"a\", n) = n | s (_, 1) = 4 | s _ = 5
         val () = app (fn p => say (s p)) [(\"a\", 1), (\"b\", 1), (\"a\", 3), (\"c\", 1), (\"c\", 2)]",
        "1\n2\n3\n9\n9\n7\n2\n1\n0\n~1\n0\n3\n4\n5\n2\n3\n1\n2\n3\n4\n5\n",
    );
}

#[test]
fn matches_on_exceptions_that_are_the_same() {
    says(
        "exception A of int
         exception B = A
         exception C
         fun f (A 1) = 1 | f C = 2 | f (B n) = n | f _ = 0
         val () = app (fn e => say (f e)) [A 1, B 5, C, Fail \"\"]",
        "1\n5\n2\n0\n",
    );
}

/// A tree for all of this would have a leaf for each set of flags.
#[test]
fn matches_whose_trees_would_be_too_large() {
    let wild = |i: usize, value: &str| {
        let fields: Vec<&str> = (0..24).map(|j| if j / 2 == i { value } else { "_" }).collect();
        fields.join(", ")
    };
    let mut source = String::from("fun f (");
    for i in 0..12 {
        source += &format!("{}) = {i} | f (", wild(i, if i % 2 == 0 { "true" } else { "false" }));
    }
    source += "_) = 99\n";
    let values = |value: &str| vec![value; 24].join(", ");
    source += &format!("val () = (say (f ({})); say (f ({})))", values("true"), values("false"));
    says(&source.replace("f (_) =", "f _ ="), "0\n1\n");
}

#[test]
fn matches_on_many_strings_and_large_integers() {
    let rules: Vec<String> = (0..40).map(|n| format!("f \"k{n}\" = {n}")).collect();
    let numbers: Vec<String> =
        (0..9).map(|n| format!("g {n}000000000000000000000 = {n}")).collect();
    says(
        &format!(
            "fun {} | f _ = ~1 val () = app (fn s => say (f s)) [\"k0\", \"k39\", \"k9\", \"k\", \"z\"]
             fun {} | g (_ : IntInf.int) = ~1
             val () = app (fn n => say (g n)) [0, 8000000000000000000000, 5]",
            rules.join(" | "),
            numbers.join(" | ")
        ),
        "0\n39\n9\n~1\n~1\n0\n8\n~1\n",
    );
}

#[test]
fn only_exceptions_of_the_program_are_described() {
    let plain = lower(
        "val () = print (exnMessage (OS.SysErr (\"m\", NONE)))
         val () = (TextIO.closeIn (TextIO.openIn \"none\")) handle IO.Io _ => ()",
    );
    assert!(!descriptions(&plain));
    assert!(descriptions(&lower("exception E of int val () = raise E 1")));
}

/// True if the module has an exception constructor with a description, but that of `Io`.
fn descriptions(module: &anf::Module) -> bool {
    let text = module.to_string();
    let mut constructors = text.lines().filter(|line| line.contains("= exncon \""));
    constructors.any(|line| line.matches('"').count() > 2 && !line.contains(" \"failed\""))
}
