//! Declarations in several batches, each lowered to a unit that refers to those before it.

use crate::{Lowered, Monomorphiser, UnitNumbers};
use anf::{Fun, Linkage, Module};
use diag::{Severity, Sources};
use host::TestHost;
use sml_elab::Compilation;
use values::Ending;

/// A program that grows.
struct Growing {
    sources: Sources,
    compilation: Compilation,
    monomorphiser: Monomorphiser,
    units: Vec<Module>,
    numbers: Vec<UnitNumbers>,
}

impl Growing {
    fn new() -> Growing {
        let mut sources = Sources::new();
        let compilation = Compilation::new(&mut sources);
        Growing {
            sources,
            compilation,
            monomorphiser: Monomorphiser::new(),
            units: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Lowers further declarations; gives their unit, or the messages.
    fn add(&mut self, text: &str) -> Result<&Module, String> {
        let id = self.sources.add(format!("{}.sml", self.units.len()), text);
        let mut found = self.compilation.add(id, text.as_bytes());
        found.retain(|message| message.severity == Severity::Error);
        let lowered = match found.is_empty() {
            true => self.monomorphiser.resume(self.compilation.program(), &self.sources),
            false => Err(found),
        };
        let draw = |found: Vec<diag::Diagnostic>| -> String {
            found.iter().map(|message| diag::draw(&self.sources, message, false)).collect()
        };
        let Lowered { module: unit, numbers, .. } = lowered.map_err(draw)?;
        let options = anf::check::Options { require_positions: true };
        assert_eq!(anf::check::check_with(&unit, None, options), [], "{unit}");
        // The text says it all.
        let text = unit.to_string();
        let again = anf::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(again.to_string(), text);
        self.units.push(unit);
        self.numbers.push(numbers);
        Ok(&self.units[self.units.len() - 1])
    }

    /// The output of all units, one after the other.
    fn run(&self) -> (String, Ending) {
        let module = link(&self.units);
        assert_eq!(anf::check(&module), [], "{module}");
        let mut host = TestHost::default();
        let ending = anf::eval_up_to(&module, &mut host, 50_000_000);
        (host.output_text(), ending)
    }
}

/// Puts units together as a linker does: by the names of functions and cells. Their entries run
/// one after the other.
fn link(units: &[Module]) -> Module {
    let mut all = String::from("anf 1\n");
    let mut calls = String::new();
    let mut texts = Vec::new();
    for (i, unit) in units.iter().enumerate() {
        let mut unit = unit.clone();
        let entry = unit.entry.take().expect("every unit has an entry");
        unit.vars[entry].name = format!("entry.{i}").into();
        unit.exports.push(entry);
        all += &format!("import e{i} \"entry.{i}\": fun() -> ()\n");
        calls += &format!("  () = call e{i}\n");
        texts.push(unit.to_string());
    }
    texts.push(format!("{all}fun all() -> () {{\n{calls}  ret\n}}\nentry all\n"));
    let parsed = texts.iter().map(|text| {
        anf::parse::parse_with_spans(text.as_bytes())
            .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
    });
    let linked = anf::link::link(parsed.collect()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert!(linked.missing.is_empty(), "{:?}", linked.missing);
    linked.module
}

/// The texts, one after the other, print this.
#[track_caller]
fn print(texts: &[&str], wanted: &str) -> Growing {
    let mut growing = Growing::new();
    for text in texts {
        if let Err(message) = growing.add(text) {
            panic!("{message}");
        }
    }
    assert_eq!(growing.run(), (wanted.to_owned(), Ending::Done));
    growing
}

fn defines(unit: &Module, name: &str) -> usize {
    let is_it = |fun: &&Fun| unit.vars[fun.name].name.rsplit_once('.').is_some_and(|n| n.0 == name);
    unit.funs.iter().filter(is_it).count()
}

#[test]
fn values_are_evaluated_once() {
    let growing = print(
        &[
            "val x = (print \"once \"; 20) val unused = (print \"too \"; ref 1)",
            "val y = x + 1",
            "val () = (unused := x + y; print (Int.toString (!unused)))",
            "val () = print (\" \" ^ Int.toString (!unused + 1))",
        ],
        "once too 41 42",
    );
    assert!(growing.units[2].globals.values().any(|cell| cell.linkage == Linkage::Import));
}

#[test]
fn instances_are_made_once() {
    let growing = print(
        &[
            "fun twice f x = f (f x) fun id x = x
             val () = print (Int.toString (twice (fn n => n + 1) (id 5)))",
            "val () = print (Int.toString (twice id 7))",
            "val () = print (twice (fn s => s ^ \"!\") \"a\")
             val () = print (concat (map (twice id) [\"b\", \"c\"]))",
            "val f = twice val () = print (f (fn s => s) \"d\")",
        ],
        "77a!!bcd",
    );
    let counts: Vec<usize> = growing.units.iter().map(|unit| defines(unit, "twice")).collect();
    // The last one takes its arguments one by one.
    assert_eq!(counts[..3], [1, 0, 1]);
    assert!(growing.units[1].imports.iter().any(|import| import.symbol.starts_with("twice.")));
    assert_eq!(growing.units.iter().map(|unit| defines(unit, "id")).sum::<usize>(), 2);
}

#[test]
fn constructors_that_earlier_units_did_not_mention() {
    print(
        &[
            "datatype t = A | B of int | C of t * t | D of real
             fun same (x, y : int) = x = y
             fun depth A = 0 | depth _ = 1
             fun show A = \"A\" | show x = if depth x = 1 then \"other\" else \"?\"
             val () = print (show A)",
            "val c = C (B 1, A) fun leaf (B n) = n | leaf (C (x, _)) = leaf x | leaf _ = 0
             val () = print (show c ^ Int.toString (leaf c))",
            "val () = case (c, D 1.5) of (C (_, A), D r) => print (Real.toString r) | _ => ()",
        ],
        "Aother11.5",
    );
}

#[test]
fn equality_knows_constructors_of_later_units() {
    print(
        &[
            "datatype t = A | B of int | C of t * string
             fun member (x, l) = List.exists (fn y => x = y) l
             fun show b = print (if b then \"t\" else \"f\")
             val () = show (member (A, [A]))",
            "val () = (show (member (C (B 1, \"x\"), [A, C (B 1, \"x\")])); show (member (B 2, [B 1])))",
        ],
        "ttf",
    );
    // A type that contains itself at ever larger types: in a whole program only.
    let mut growing = Growing::new();
    let text = "datatype 'a n = N | C of ('a * 'a) n val b = C N = (N : int n)";
    let message = growing.add(text).err().unwrap_or_default();
    assert!(message.contains("too large"), "{message}");
}

#[test]
fn exceptions_and_modules_are_the_same_in_every_unit() {
    print(
        &[
            "exception E of int
             structure S :> sig type t val new : int -> t val get : t -> int end =
               struct type t = int ref val new = ref val get = ! end
             functor F (val n : int) = struct val cell = S.new n fun read () = S.get cell end
             fun fail n = raise E n",
            "structure X = F (val n = 7)
             val () = print (Int.toString (X.read ())) handle _ => ()
             fun try f = f () handle E n => n",
            "structure Y = F (val n = 8)
             val () = print (Int.toString (try (fn () => fail (X.read () + Y.read ()))))",
        ],
        "715",
    );
}

#[test]
fn the_library_is_started_once() {
    let growing = print(
        &[
            "val () = TextIO.output (TextIO.stdOut, \"a\") val () = TextIO.flushOut TextIO.stdOut",
            "val () = TextIO.output (TextIO.stdOut, \"b\") val () = TextIO.flushOut TextIO.stdOut",
        ],
        "ab",
    );
    let [first, second] = &growing.units[..] else { panic!("two units") };
    assert!(second.funs.len() < first.funs.len() / 2, "{} functions", second.funs.len());
}

#[test]
fn what_is_refused_leaves_no_trace() {
    super::with_stack(refused_without_trace);
}

fn refused_without_trace() {
    let mut growing = Growing::new();
    growing.add("fun pair x = (x, x) val () = print (#1 (pair \"a\"))").unwrap();
    let mut tower = "fun p0 x = pair x ".to_string();
    (0..13).for_each(|i| tower += &format!("fun p{} x = p{i} (p{i} x) ", i + 1));
    let tower = &format!("{tower} val z = p13 1");
    assert!(growing.add(tower).is_err_and(|message| message.contains("too large")));
    assert!(growing.add("val n = undefined").is_err_and(|message| message.contains("undefined")));
    growing.add("val () = print (#2 (pair \"b\"))").unwrap();
    // A reference to it is reported.
    assert!(growing.add("val y = z").is_ok_and(|unit| unit.entry.is_some()));
    assert!(growing.add("val y = ignore z").is_err_and(|message| message.contains("too large")));
    growing.add("val () = print \"c\"").unwrap();
    assert_eq!(growing.run().0, "abc");
}

#[test]
fn a_small_unit_after_a_large_one_is_small() {
    let growing = print(
        &[
            "val t = TextIO.openString \"one line\\n\" val line = valOf (TextIO.inputLine t)
             val words = String.tokens Char.isSpace line
             val () = print (concat (map (fn w => w ^ \";\") words))
             datatype tree = Leaf | Node of tree * int * tree
             fun insert Leaf n = Node (Leaf, n, Leaf)
               | insert (t as Node (l, m, r)) n =
                   if n < m then Node (insert l n, m, r)
                   else if n > m then Node (l, m, insert r n) else t",
            "val it = 1 + 1",
            "val () = print (Int.toString it)",
        ],
        "one;line;2",
    );
    let [large, small, _] = &growing.units[..] else { panic!("three units") };
    assert!(large.vars.len() > 1000 && large.globals.len() > 10, "{}", large.vars.len());
    assert!(small.vars.len() < 10, "{small}");
    assert!(small.to_string().lines().count() < 40, "{small}");
    assert_eq!((small.globals.len(), small.imports.len()), (1, 0), "{small}");
}

#[test]
fn what_is_forgotten_is_made_again() {
    let mut growing = Growing::new();
    let add = |growing: &mut Growing, text: &str| growing.add(text).map(drop).unwrap();
    add(&mut growing, "fun twice f x = f (f x)");
    add(&mut growing, "val () = print (Int.toString (twice (fn n => n + 1) 5))");
    let second = growing.numbers[1].clone();
    growing.monomorphiser.forget(&[second]);
    add(&mut growing, "val () = print (Int.toString (twice (fn n => n + 2) 5))");
    assert_eq!(growing.run(), ("79".to_owned(), Ending::Done));
    let counts: Vec<usize> = growing.units.iter().map(|unit| defines(unit, "twice")).collect();
    assert_eq!(counts, [0, 1, 1]);
}
