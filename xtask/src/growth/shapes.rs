//! Shapes of programs of which any length can be made.

use std::fmt::Write;

/// A shape, and the text of a program of it whose length is in proportion to a number.
pub(super) struct Shape {
    pub(super) name: &'static str,
    pub(super) text: fn(usize) -> String,
}

/// All shapes.
pub(super) const ALL: &[Shape] = &[
    Shape { name: "ring of functions", text: ring },
    Shape { name: "declarations in a row", text: row },
    Shape { name: "tests in a row", text: tests },
    Shape { name: "one long expression", text: expression },
    Shape { name: "large tuple", text: tuple },
    Shape { name: "all fields of a tuple", text: fields },
    Shape { name: "equality of a record", text: record },
    Shape { name: "large datatype", text: datatype },
    Shape { name: "mutual datatypes", text: datatypes },
    Shape { name: "small functions", text: functions },
    Shape { name: "curried functions", text: curried },
    Shape { name: "instances", text: instances },
    Shape { name: "functors", text: functors },
    Shape { name: "structures", text: structures },
    Shape { name: "list of numbers", text: numbers },
    Shape { name: "list of strings", text: strings },
    Shape { name: "case of numbers", text: case_of_numbers },
    Shape { name: "case of strings", text: case_of_strings },
    Shape { name: "closures", text: closures },
    Shape { name: "handlers", text: handlers },
    Shape { name: "handlers inside handlers", text: nested_handlers },
    Shape { name: "references", text: references },
    Shape { name: "arrays", text: arrays },
    Shape { name: "functions inside functions", text: nested_functions },
    Shape { name: "variables in lists", text: variables },
    Shape { name: "real numbers", text: reals },
];

/// A line for each number below `n`, between a beginning and an end.
fn lines(begin: &str, n: usize, line: impl Fn(usize) -> String, end: &str) -> String {
    let mut text = format!("{begin}\n");
    (0..n).for_each(|i| _ = writeln!(text, "{}", line(i)));
    text + end + "\n"
}

/// Pieces for each number below `n`, with something between them.
fn joined(n: usize, between: &str, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect::<Vec<_>>().join(between)
}

/// A number that the compiler does not know.
const INPUT: &str = "val input = length (CommandLine.arguments ())";

fn show(what: &str) -> String {
    format!("val () = print (Int.toString ({what}) ^ \"\\n\")")
}

fn ring(n: usize) -> String {
    let end = show("f0 0");
    let line =
        |i| format!("and f{} x = if x > 100000 then x else f{} (x + 1)", i + 1, (i + 2) % (n + 1));
    lines("fun f0 x = f1 x", n, line, &end)
}

fn row(n: usize) -> String {
    let line = |i| format!("val x{} = x{i} * {} + input", i + 1, i % 7);
    lines(&format!("{INPUT}\nval x0 = input"), n, line, &show(&format!("x{n}")))
}

fn tests(n: usize) -> String {
    let line = |i| format!("  if x + {i} = y * {} then {i} else", i % 13);
    lines("fun f (x, y) =", n, line, &format!("  0\n{INPUT}\n{}", show("f (input, input + 1)")))
}

fn expression(n: usize) -> String {
    let terms = joined(n, " +\n ", |i| format!("(input + {i}) * {}", i % 5));
    format!("{INPUT}\nval x = {terms}\n{}\n", show("x"))
}

fn tuple(n: usize) -> String {
    let fields = joined(n, ",\n ", |i| format!("x + {i}"));
    format!("{INPUT}\nfun f x = ({fields})\nval t = f input\n{}\n", show(&format!("#{n} t - #1 t")))
}

fn fields(n: usize) -> String {
    let fields = joined(n, ",\n ", |i| format!("x + {i}"));
    let pattern = joined(n, ", ", |i| format!("a{i}"));
    let sum = joined(n, " + ", |i| format!("a{i}"));
    let selected = joined(n, " +\n ", |i| format!("#{} t", i + 1));
    let end = show(&format!("sum t - ({selected})"));
    format!("{INPUT}\nfun f x = ({fields})\nfun sum ({pattern}) = {sum}\nval t = f input\n{end}\n")
}

fn record(n: usize) -> String {
    let fields = joined(n, ",\n ", |i| format!("field{i} = x + {i}"));
    format!(
        "{INPUT}\nfun f x = {{{fields}}}\nval () = print (Bool.toString (f input = f (input + 1)))\n"
    )
}

fn datatype(n: usize) -> String {
    let constructors =
        joined(n, "\n | ", |i| if i % 2 == 0 { format!("C{i}") } else { format!("C{i} of int") });
    let rules = joined(n, "\n | f ", |i| {
        if i % 2 == 0 { format!("C{i} = {i}") } else { format!("(C{i} x) = x + {i}") }
    });
    let values = "List.tabulate (3, fn i => if i = input then C0 else C1 i)";
    let end = show(&format!("foldl op+ 0 (map f ({values}))"));
    format!("{INPUT}\ndatatype t = {constructors}\nfun f {rules}\n{end}\n")
}

fn datatypes(n: usize) -> String {
    let types = joined(n, "\nand ", |i| format!("t{i} = E{i} | N{i} of int * t{}", (i + 1) % n));
    let sums = joined(n, "\nand ", |i| {
        format!("f{i} E{i} = 0 | f{i} (N{i} (x, t)) = x + f{} t", (i + 1) % n)
    });
    format!("{INPUT}\ndatatype {types}\nfun {sums}\n{}\n", show("f0 (N0 (input, E1))"))
}

fn functions(n: usize) -> String {
    let line = |i| {
        format!(
            "fun f{} (x, l) = case l of [] => x | h :: t => f{i} (x + h, t) + f{i} (h, [x])",
            i + 1
        )
    };
    lines("fun f0 (x : int, _ : int list) = x", n, line, &show(&format!("f{n} (1, [])")))
}

fn curried(n: usize) -> String {
    let line = |i| {
        let next = i + 1;
        format!(
            "fun g{next} a b c = if a > b then f{i} b a c else hd (map (g{i} a b) [c, {i}])\n\
             and f{next} a b c = g{next} (a + 1) b c"
        )
    };
    let begin = "fun g0 a b c = a + b + c : int\nfun f0 a b c = g0 a b c";
    lines(begin, n, line, &show(&format!("f{n} 1 2 3")))
}

fn instances(n: usize) -> String {
    let line = |i| {
        format!(
            "datatype t{i} = T{i} of int\nval l{i} = map (fn T{i} x => x) (rev (List.filter (fn T{i} x => x > 0) [T{i} input, T{i} {i}]))"
        )
    };
    lines(INPUT, n, line, &show("hd l0"))
}

fn functors(n: usize) -> String {
    let functor = "functor F (X : sig type t val zero : t val add : t * t -> t end) = struct
  fun sum [] = X.zero | sum (h :: t) = X.add (h, sum t)
  fun both (a, b) = X.add (sum a, sum b)
end";
    let line = |i| {
        format!(
            "structure S{i} = F (type t = int val zero = {i} fun add (a, b) = a + b + zero)\nval x{i} = S{i}.both ([input], [])"
        )
    };
    lines(&format!("{INPUT}\n{functor}"), n, line, &show("x0"))
}

fn structures(n: usize) -> String {
    let line = |i| {
        format!(
            "structure S{} :> sig type t val make : int -> t val get : t -> int end = struct type t = int * int fun make x = (S{i}.get (S{i}.make x), x) fun get (x, y) = x + y end",
            i + 1
        )
    };
    let begin = "structure S0 = struct fun make x = x fun get x = x end";
    lines(&format!("{INPUT}\n{begin}"), n, line, &show(&format!("S{n}.get (S{n}.make input)")))
}

fn numbers(n: usize) -> String {
    format!("val l = [{}]\n{}\n", joined(n, ",\n ", |i| (i * i).to_string()), show("length l"))
}

fn strings(n: usize) -> String {
    format!(
        "val l = [{}]\n{}\n",
        joined(n, ",\n ", |i| format!("\"text number {i}\"")),
        show("length l")
    )
}

fn case_of_numbers(n: usize) -> String {
    let rules = joined(n, "\n | f ", |i| format!("{} = input * {i}", i * 3));
    format!("{INPUT}\nfun f {rules}\n | f x = x\n{}\n", show("f input"))
}

fn case_of_strings(n: usize) -> String {
    let rules = joined(n, "\n | f ", |i| format!("\"word{i}\" = input * {i}"));
    format!("{INPUT}\nfun f {rules}\n | f x = size x\n{}\n", show("f (CommandLine.name ())"))
}

fn closures(n: usize) -> String {
    let sum = joined(20, " + ", |i| format!("a{i}"));
    let params = joined(20, ", ", |i| format!("a{i}"));
    let line = move |i| format!("fun make{i} ({params}) = fn x => x * {i} + {sum}");
    let args = joined(20, ", ", |i| format!("input + {i}"));
    let list = joined(n, ",\n ", |i| format!("make{i} ({args})"));
    let end = format!("val l = [{list}]\n{}", show("foldl (fn (f, x) => f x) 0 l"));
    lines(INPUT, n, line, &end)
}

fn handlers(n: usize) -> String {
    let line = |i| {
        format!(
            "val x{} = (if x{i} > {i} then raise E x{i} else x{i}) handle E y => y - 1 | Fail _ => f x{i}",
            i + 1
        )
    };
    let begin = format!(
        "{INPUT}\nexception E of int\nfun f x = if x > 100 then raise Fail \"f\" else x\nval x0 = input"
    );
    lines(&begin, n, line, &show(&format!("x{n}")))
}

fn nested_handlers(n: usize) -> String {
    let depth = 40;
    let line = |i: usize| {
        let inner = (0..depth).fold("f x".to_owned(), |inner, k| {
            format!("({inner}) handle E y => if y = {k} then {i} else raise E (y + 1)")
        });
        format!("fun g{i} x = {inner}")
    };
    let begin = "exception E of int\nfun f x = if x > 3 then raise E x else x";
    lines(&format!("{INPUT}\n{begin}"), n.div_ceil(depth), line, &show("g0 input"))
}

fn references(n: usize) -> String {
    let line =
        |i| format!("val r{} = ref (!r{i} + 1)\nval () = r{i} := !r{} + input", i + 1, i + 1);
    lines(&format!("{INPUT}\nval r0 = ref input"), n, line, &show(&format!("!r{n}")))
}

fn arrays(n: usize) -> String {
    let line = |i| {
        format!("val () = Array.update (a, (input + {i}) mod 10, Array.sub (a, {}) + {i})", i % 10)
    };
    lines(&format!("{INPUT}\nval a = Array.array (10, input)"), n, line, &show("Array.sub (a, 0)"))
}

fn nested_functions(n: usize) -> String {
    let depth = 30;
    let line = |i: usize| {
        let open: String =
            (0..depth).map(|k| format!("let fun g{k} y = if y > x + {k} then y else ")).collect();
        let close: String = (0..depth).rev().map(|k| format!(" in g{k} (y + {k}) end")).collect();
        format!("fun f{i} x = let val y = x in {open}f x{close} end")
    };
    let end = show("f0 input");
    lines(&format!("{INPUT}\nfun f x = x + 1"), n.div_ceil(depth), line, &end)
}

/// Each variable is made from a list of those before it.
fn variables(n: usize) -> String {
    let count = (1..).find(|k| k * k / 2 >= n).unwrap_or(1);
    let line =
        |i| format!(" val x{} = length [{}]", i + 1, joined(i + 1, ", ", |k| format!("x{k}")));
    let end = format!("in x{count} end\n{INPUT}\n{}", show("f input"));
    lines("fun f x0 = let", count, line, &end)
}

fn reals(n: usize) -> String {
    let line = |i| format!("val x{} = x{i} * {i}.5 + Real.fromInt input / (x{i} + 1.0)", i + 1);
    let end = format!("val () = print (Real.toString x{n})");
    lines(&format!("{INPUT}\nval x0 = Real.fromInt input"), n, line, &end)
}
