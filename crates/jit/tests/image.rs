//! Sessions: units come and go in one image, which goes on whatever happens in them.

mod common;

use codegen_llvm::{Cpu, Interface, Options, compile_objects};
use common::parse;
use common::session::{BASE, image, leaving, load, pass};
use runtime::{Outcome, UnitId};

#[test]
fn literals_closures_and_data_keep_their_units() {
    let mut image = image();
    load(&mut image, "base", BASE);
    let leaves = [
        "x: ref = record.0 \"a literal of the unit\"",
        "x: ref = record.0 static f1",
        "x: ref = closure with 2",
        "x: ref = record.0 5",
    ];
    let units: Vec<UnitId> = leaves
        .iter()
        .enumerate()
        .map(|(i, leave)| {
            let source = leaving(i, leave)
                + "fun with(n: i64) clos c return k fields (i64) {\n  throw k n\n}\n";
            let unit = load(&mut image, &format!("u{i}"), &source);
            assert_eq!(image.run(unit), Outcome::Done);
            image.release(unit);
            let gone = image.sweep().expect("memory is given back");
            assert!(!gone.contains(&unit) || i == 3, "unit {i}");
            unit
        })
        .collect();
    assert_eq!(image.len(), 1, "{units:?}");
    image.runtime().check_heap().expect("a sane heap");
}

#[test]
fn a_unit_that_others_import_from_stays() {
    let mut image = image();
    let base = load(&mut image, "base", BASE);
    image.release(base);
    let user = load(&mut image, "user", &leaving(1, "x: ref = record.0 1"));
    assert_eq!(image.sweep(), Ok(vec![]));
    assert_eq!(image.run(user), Outcome::Done);
    image.release(user);
    assert_eq!(image.sweep(), Ok(vec![base, user]));
    assert!(image.is_empty());
    // The names are free again.
    load(&mut image, "base", BASE);
}

#[test]
fn what_cannot_be_loaded_leaves_nothing() {
    let mut image = image();
    let unit = parse(
        "flow 1\nimport f \"missing\" ()\nfun main() return k { apply import f return k }\nentry main\n",
    );
    let options = Options { cpu: Cpu::Host, ..Options::default() };
    let objects = compile_objects(&unit, &options).unwrap_or_else(|error| panic!("{error}"));
    for _ in 0..2 {
        let error = image.load(&objects, &options.unit_symbol, Interface::of(&unit));
        assert!(error.expect_err("it is missing").to_string().contains("missing"));
    }
    assert!(image.is_empty());
}

/// Fills the heap with a list.
const EXHAUSTING: &str = "
known grow(list: ref) return k {
  () = check 24 list k
  more: ref = record.0 1 list
  apply grow more return k
}
fun main() return k { apply grow imm 3 return k }
entry main
";

/// Asks for an array larger than the heap.
const TOO_LARGE: &str = "
fun main() return k {
  a: ref = array.new[i64] 1000000000 0
  throw k
}
entry main
";

const RAISING: &str = "
fun main() return k {
  x: i64 = quot.i64 1 0
  throw k
}
entry main
";

#[test]
fn an_image_goes_on_after_every_end() {
    let mut image = image();
    load(&mut image, "base", BASE);
    pass(&mut image, 0, "x: ref = record.0 \"before\"");
    for i in 1..4 {
        for (name, source, outcome) in [
            ("raising", RAISING, Outcome::Failed(1)),
            ("exhausting", EXHAUSTING, Outcome::Exhausted),
            ("large", TOO_LARGE, Outcome::Exhausted),
        ] {
            let unit = load(&mut image, name, source);
            assert_eq!(image.run(unit), outcome, "{name}");
            image.release(unit);
        }
        pass(&mut image, i, "x: ref = record.0 \"after\"");
        image.sweep().expect("memory is given back");
        image.runtime().check_heap().expect("a sane heap");
        assert!(image.len() <= 4, "{}", image.len());
        assert!(image.runtime().statistics().heap <= 64 << 20);
    }
}

/// The memory that the process has now, in bytes.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let pages: usize = text.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number");
    pages * 4096
}

/// Adds and runs units of which all but the last are garbage; memory stays bounded. The
/// variable `KONT_UNITS` asks for more of them.
#[test]
fn many_units_in_bounded_memory() {
    const WARM: usize = 500;
    let units = std::env::var("KONT_UNITS").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let mut image = image();
    load(&mut image, "base", BASE);
    let mut before = 0;
    for i in 1..=units {
        let text = format!("x: ref = record.0 \"literal {i}\" static f{i}");
        pass(&mut image, i, &text);
        if i % 50 == 0 {
            image.sweep().expect("memory is given back");
            assert_eq!(image.len(), 2, "the base and the last one");
        }
        if i == WARM {
            before = resident();
        }
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 8 << 20, "{} KiB for {} units", grown >> 10, units - WARM);
}

/// The units that only the entry of another imports go, although the other stays; a captured
/// continuation of its entry keeps them.
#[test]
fn what_only_an_entry_imports_need_not_stay() {
    for captured in [false, true] {
        let mut image = image();
        load(&mut image, "base", BASE);
        let first = pass(&mut image, 1, "x: ref = record.0 \"a literal\"");
        let rest = if captured { "y: ref = capture k1" } else { "y: ref = record.0 static f" };
        let second = load(
            &mut image,
            "second",
            &format!(
                "
import global kept: ref
import global own1: ref
fun f() return k {{ throw k }}
cont rest() return k {{
  (link: cont) = pop k
  x: ref = global own1
  throw link
}}
fun main() return k {{
  () = check 64 k
  k1: cont = push rest k
  {rest}
  () = global.set kept y
  throw k1
}}
entry main
"
            ),
        );
        assert_eq!(image.sweep(), Ok(vec![]), "the entry is to run");
        assert_eq!(image.run(second), Outcome::Done);
        image.release(second);
        let gone = if captured { vec![] } else { vec![first] };
        assert_eq!(image.sweep(), Ok(gone), "captured: {captured}");
        image.runtime().check_heap().expect("a sane heap");
    }
}

#[test]
#[allow(unsafe_code)]
fn a_unit_is_removed_at_once() {
    let mut image = image();
    load(&mut image, "base", BASE);
    for _ in 0..3 {
        let unit = pass(&mut image, 1, "x: ref = record.0 7");
        // SAFETY: what it leaves is a record without references.
        unsafe { image.remove(unit).expect("memory is given back") };
        assert_eq!(image.len(), 1);
        image.runtime().check_heap().expect("a sane heap");
    }
}
