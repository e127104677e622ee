//! The reference of the operations, `docs/anf-operations.md`, is what the tables of operations say,
//! and its examples give what they are said to give. `BLESS=1` writes the page anew.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use prim::{BuiltinExn, Effect, Family, Form};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use testkit::{Kont, Scratch, compare, root};

const EXAMPLES: &str = "crates/prim/examples.txt";
const PAGE: &str = "docs/anf-operations.md";

/// The example of an operation.
struct Example {
    name: String,
    /// False if interpreters cannot run it.
    everywhere: bool,
    /// Its bindings, with the numbers of their lines in the file.
    lines: Vec<(usize, String)>,
}

/// The declarations that the examples share, and the examples.
fn examples() -> (String, Vec<Example>) {
    let text = fs::read_to_string(root().join(EXAMPLES)).unwrap();
    let (_, text) = text.split_once("-- declarations\n").expect("declarations");
    let first =
        fs::read_to_string(root().join(EXAMPLES)).unwrap().lines().count() - text.lines().count();
    let (mut shared, mut all) = (String::new(), Vec::<Example>::new());
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        if let Some(head) = line.strip_prefix("== ") {
            let (name, everywhere) = match head.strip_suffix(" native") {
                Some(name) => (name, false),
                None => (head, true),
            };
            all.push(Example { name: name.to_owned(), everywhere, lines: Vec::new() });
        } else if let Some(example) = all.last_mut() {
            example.lines.push((first + i + 1, line.to_owned()));
        } else {
            writeln!(shared, "{line}").unwrap();
        }
    }
    (shared, all)
}

/// A part of the page.
struct Section {
    title: &'static str,
    text: &'static str,
    rows: Vec<Row>,
}

/// An operation on the page.
struct Row {
    name: String,
    text: String,
    types: String,
    meaning: String,
}

impl From<&Form> for Row {
    fn from(form: &Form) -> Row {
        Row {
            name: form.name().to_owned(),
            text: form.text.to_owned(),
            types: form.types.to_owned(),
            meaning: form.meaning.to_owned(),
        }
    }
}

impl From<&Family> for Row {
    fn from(family: &Family) -> Row {
        Row {
            name: family.name.clone(),
            text: family.text.clone(),
            types: family.types.clone(),
            meaning: family.meaning.to_owned(),
        }
    }
}

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for family in prim::families() {
        if sections.last().is_none_or(|section| section.title != family.section) {
            let text = "";
            sections.push(Section { title: family.section, text, rows: Vec::new() });
        }
        sections.last_mut().unwrap().rows.push((&family).into());
    }
    let (c, data): (Vec<&Form>, Vec<&Form>) =
        prim::DATA_FORMS.iter().partition(|form| form.text.starts_with("c."));
    let rows = |forms: Vec<&Form>| forms.into_iter().map(Row::from).collect();
    let any = rows(anf::OWN_FORMS.iter().collect());
    sections.extend([
        Section {
            title: "Data, exceptions, cells, foreign functions",
            text: DATA,
            rows: rows(data),
        },
        Section { title: "Unboxed tuples and `any`", text: "", rows: any },
        Section { title: "Values of C", text: C, rows: rows(c) },
    ]);
    sections
}

const DATA: &str = "These are typed by their operands: `t` and `u` stand for any type. Where an \
    operation could give more than one type, the type of the binder decides.";
const SYSTEM: &str = "`sys.call` reaches these, where `a` and `b` are its strings, `m` and `n` its \
    numbers. Strings are paths unless said otherwise; numbers of a result are packed, eight bytes \
    each, least first; lists of strings end each in a zero byte.";

/// The calls of the system, as the host describes them.
fn system_calls() -> String {
    let text = fs::read_to_string(root().join("crates/host/src/os/calls.rs")).unwrap();
    let (_, text) = text.split_once("//! ```text\n").unwrap();
    let (text, _) = text.split_once("//! ```").unwrap();
    let lines = text.lines().map(|line| line.strip_prefix("//! ").unwrap());
    format!("\n{SYSTEM}\n\n```text\n{}\n```\n", lines.collect::<Vec<_>>().join("\n"))
}

const C: &str = "The types of C and their leaves are in [anf.md](anf.md#code-that-c-calls).";

const HEAD: &str = "# The operations of ANF

Every operation that the right-hand side of a binding may have, with its types, its meaning and an \
example; [anf.md](anf.md) has the rest of the language. A test writes this page from the tables of \
the compiler, and runs the examples in the interpreter and as machine code.

- An operation is written before its operands, which are variables or constants: \
`x: i64 = add.i64 y 2`. One without results is bound to nothing, `() = print \"hello\"`, and one with \
several to as many, `(ok: i1, x: f64) = f64.parse s`.
- `W` stands for `i1`, `i8`, `i16`, `i32` or `i64`, in conversions to and from floating-point numbers \
not for `i1`; `F` for `f32` or `f64`. `V` is the width that an operation on two widths takes: the lesser \
one if it extends, else the greater.
- Integers have no sign of their own; *signed* and *unsigned* say how an operation reads them.
- *Raises* names the exception that an operation raises instead of giving a result; \
`builtin.NAME` is its constructor. An operation that says nothing of it raises nothing.
- In the examples, what an operation gives stands behind the semicolon.

";

/// The anchor of a heading.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

fn page() -> String {
    let (shared, examples) = examples();
    let sections = sections();
    let mut page =
        format!("{HEAD}The examples know these declarations:\n\n```text\n{shared}```\n\n");
    for section in &sections {
        writeln!(page, "- [{}](#{})", section.title, anchor(section.title)).unwrap();
    }
    for section in sections {
        writeln!(page, "\n## {}\n", section.title).unwrap();
        if !section.text.is_empty() {
            writeln!(page, "{}\n", section.text).unwrap();
        }
        page.push_str("| operation | types | meaning |\n| --- | --- | --- |\n");
        for Row { text, types, meaning, .. } in &section.rows {
            writeln!(page, "| `{text}` | `{types}` | {meaning} |").unwrap();
        }
        page.push_str("\n```text\n");
        for row in &section.rows {
            let example = examples.iter().find(|example| example.name == row.name);
            let lines = example.map(|example| &example.lines[..]).unwrap_or_default();
            let width = lines.iter().filter_map(|(_, line)| Some(split(line)?.0.len())).max();
            for (_, line) in lines {
                match split(line) {
                    Some((binding, value)) => {
                        writeln!(page, "{binding:0$}  ; {value}", width.unwrap_or(0)).unwrap();
                    }
                    None => writeln!(page, "{line}").unwrap(),
                }
            }
        }
        page.push_str("```\n");
        if section.rows.iter().any(|row| row.name == "sys.call") {
            page.push_str(&system_calls());
        }
    }
    page
}

/// A binding, and what it gives if that is said.
fn split(line: &str) -> Option<(&str, &str)> {
    line.rsplit_once(" ; ")
}

#[test]
fn page_is_what_the_tables_say() {
    compare(&root().join(PAGE), page().as_bytes()).unwrap();
}

#[test]
fn grammar_is_that_of_the_crate() {
    let crate_text = fs::read_to_string(root().join("crates/anf/src/lib.rs")).unwrap();
    let (_, grammar) = crate_text.split_once("//! ```text\n").unwrap();
    let (grammar, _) = grammar.split_once("//! ```").unwrap();
    let grammar: String = grammar.lines().map(|line| line[4..].to_owned() + "\n").collect();
    let page = fs::read_to_string(root().join("docs/anf.md")).unwrap();
    assert!(page.contains(&format!("## Grammar\n\n```text\n{grammar}```\n")));
}

#[test]
fn every_operation_has_an_example_of_all_it_does() {
    let (_, examples) = examples();
    let mut known = BTreeSet::new();
    for row in sections().into_iter().flat_map(|section| section.rows) {
        let example = examples.iter().find(|example| example.name == row.name);
        let example =
            example.unwrap_or_else(|| panic!("`{}` has no example in {EXAMPLES}", row.name));
        let text: String = example.lines.iter().map(|(_, line)| format!("{line}\n")).collect();
        let word = row.name.split(['.', '[']).next().unwrap();
        assert!(text.contains(&format!("= {word}")), "`{}` is not in its example", row.name);
        for exn in BuiltinExn::ALL {
            let raises = row
                .meaning
                .split("raises")
                .skip(1)
                .any(|raises| raises.split([';', '.']).next().unwrap().contains(exn.name()));
            let shown = text.contains(&format!("; raises {}\n", exn.name()));
            assert_eq!(raises, shown, "`{}` and its example: {}", row.name, exn.name());
        }
        assert!(known.insert(row.name));
    }
    for example in examples {
        assert!(known.contains(&example.name), "there is no operation `{}`", example.name);
    }
}

#[test]
fn an_operation_that_may_raise_says_so() {
    // A string that is too long for the heap has a place, and raises nothing.
    let silent = ["str.concat", "str.join"];
    for family in prim::families() {
        let may = matches!(family.effect, Effect::Trap | Effect::AllocTrap);
        let says = family.meaning.contains("raises");
        assert!(!may || says || silent.contains(&&*family.name), "{}", family.name);
        assert!(!says || family.effect.raises(), "{}", family.name);
    }
}

/// Functions that compare what an example gives with what it is said to give.
const CHECKS: &str = r#"
fun wrong(line: i64, got: str, want: str) -> () {
  number: str = i64.to.str line 10
  parts: vector(str) = array.lit number ": gives " got ", not " want "\n"
  text: str = str.join parts
  () = print text
  ret
}
fun want_str(line: i64, got: str, want: str) -> () {
  same: i1 = str.eq got want
  if same { ret } else { tailcall wrong line got want }
}
fun want_i64(line: i64, got: i64, want: i64) -> () {
  a: str = i64.to.str got 10
  b: str = i64.to.str want 10
  tailcall want_str line a b
}
fun want_f64(line: i64, got: f64, want: f64) -> () {
  a: i64 = fbits.f64 got
  b: i64 = fbits.f64 want
  same: i1 = eq.i64 a b
  if same { ret } else {
    a: str = f64.fmt got 3 0
    b: str = f64.fmt want 3 0
    tailcall wrong line a b
  }
}
fun want_big(line: i64, got: intinf, want: intinf) -> () {
  a: str = big.to.str got 10
  b: str = big.to.str want 10
  tailcall want_str line a b
}
"#;

/// A program that runs examples and prints what is wrong; the one that ends the program comes last.
fn program(everywhere: bool) -> (String, i32) {
    let (shared, examples) = examples();
    let mut text = format!("anf 1\n{shared}{CHECKS}");
    let (mut main, mut code) = (String::new(), 0);
    let runs = |example: &&Example| example.everywhere || !everywhere;
    for (i, example) in examples.iter().filter(runs).enumerate() {
        writeln!(text, "fun example_{i}() -> () {{").unwrap();
        let mut ends = false;
        for (number, line) in &example.lines {
            match split(line) {
                None => writeln!(text, "{line}").unwrap(),
                Some((binding, said)) => {
                    if let Some(number) = said.strip_prefix("exit code ") {
                        (ends, code) = (true, number.parse().unwrap());
                        writeln!(text, "{binding}").unwrap();
                    } else if let Some(exn) = said.strip_prefix("raises ") {
                        text.push_str(&raising(*number, binding, exn));
                    } else {
                        writeln!(text, "{binding}\n{}", comparison(*number, binding, said))
                            .unwrap();
                    }
                }
            }
        }
        text.push_str("ret\n}\n");
        let call = format!("() = call example_{i}\n");
        if ends { main.push_str(&call) } else { main.insert_str(0, &call) }
    }
    writeln!(text, "fun main() -> () {{\n{main}ret\n}}\nentry main").unwrap();
    (text, code)
}

fn raising(number: usize, binding: &str, exn: &str) -> String {
    format!(
        "() = handle {{\n{binding}\n() = call wrong {number} \"a value\" \"{exn}\"\nret\n}} with e \
         {{\nname: str = exn.name e\n() = call want_str {number} name \"{exn}\"\nret\n}}\n"
    )
}

/// Comparisons of the variables of a binding with values.
fn comparison(number: usize, binding: &str, said: &str) -> String {
    let (binders, _) = binding.split_once(" = ").unwrap();
    let binders: Vec<&str> = binders.trim_matches(['(', ')']).split(", ").collect();
    let values: Vec<&str> = if binders.len() == 1 { vec![said] } else { said.split(' ').collect() };
    assert_eq!(binders.len(), values.len(), "line {number}");
    let mut text = String::new();
    for (binder, value) in binders.into_iter().zip(values) {
        let (name, ty) = binder.split_once(": ").unwrap();
        let (check, convert) = match ty {
            "i64" => ("want_i64", None),
            "i1" => ("want_i64", Some(("zext.i1.i64", "i64"))),
            "i8" => ("want_i64", Some(("sext.i8.i64", "i64"))),
            "i16" => ("want_i64", Some(("sext.i16.i64", "i64"))),
            "i32" => ("want_i64", Some(("sext.i32.i64", "i64"))),
            "f32" => ("want_f64", Some(("fext.f32.f64", "f64"))),
            "f64" => ("want_f64", None),
            "str" => ("want_str", None),
            "intinf" => ("want_big", None),
            other => panic!("line {number}: a value of type {other} is not compared"),
        };
        let (op, wide) = convert.unwrap_or(("copy", ty));
        writeln!(
            text,
            "got.value: {wide} = {op} {name}\nwant.value: {wide} = {op} {value}\n\
             () = call {check} {number} got.value want.value"
        )
        .unwrap();
    }
    text
}

#[test]
fn examples_give_what_they_say() {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let folder = Scratch::new();
    for (command, everywhere) in
        [(&["eval"][..], true), (&["run", "-O0"], false), (&["run", "-O2"], false)]
    {
        let (text, code) = program(everywhere);
        folder.write("examples.anf", &text);
        let args = [command, &["examples.anf"]].concat();
        let ended = kont.command(&args).folder(folder.path()).run();
        assert_eq!(ended.out(), "", "{command:?}: lines of {EXAMPLES}");
        assert_eq!(ended.err(), "", "{command:?}");
        assert_eq!(ended.code, Some(code), "{command:?}: {}", ended.status);
    }
}
