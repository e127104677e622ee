//! Units that fit together, and some that do not.

use super::{Linked, link};
use crate::parse::parse_with_spans;
use host::TestHost;
use values::Ending;

const LIB: &str = "anf 1
    pos !1 = \"lib.anf\" 1:1
    sum list = nil | cons(i64, list)
    export global count: i64
    global own: i64
    foreign abs \"labs\" (i64) -> (i64)
    export fun sum(l: list) -> (i64) !1 {
      n: i64 = global count
      () = global.set own n
      case l {
        nil => { ret n }
        cons(x, rest) => {
          y: i64 = ccall.abs x
          s: i64 = call sum rest !1
          t: i64 = sadd.i64 s y !1
          ret t
        }
      }
    }";

const MAIN: &str = "anf 1
    pos !1 = \"main.anf\" 1:1
    sum other = a | b
    sum list = nil | cons(i64, list)
    global own: str
    import global count: i64
    foreign abs \"fabs\" (f64) -> (f64)
    import total \"sum\": fun(list) -> (i64)
    fun main() -> () !1 {
      () = global.set own \"n\"
      () = global.set count 100
      f: f64 = ccall.abs -1.0
      l: list = con.list.nil
      m: list = con.list.cons -5 l
      s: i64 = call total m !1
      t: str = i64.to.str s 10
      () = print t
      u: str = global own
      () = print u
      ret
    }
    entry main";

fn linked(texts: &[&str]) -> Result<Linked, Vec<String>> {
    let read = |text: &&str| parse_with_spans(text.as_bytes()).expect("a module");
    link(texts.iter().map(read).collect()).map_err(|errors| {
        errors.into_iter().map(|(unit, e)| format!("{unit}: {}: {}", e.title, e.label)).collect()
    })
}

#[test]
fn imports_are_what_others_export() {
    for texts in [[MAIN, LIB], [LIB, MAIN]] {
        let linked = linked(&texts).expect("they fit");
        assert!(linked.missing.is_empty());
        assert_eq!(crate::check(&linked.module), [], "{}", linked.module);
        // What prints, parses, and prints the same again.
        let text = linked.module.to_string();
        let again = crate::parse(text.as_bytes()).expect("a module");
        assert_eq!(again.to_string(), text);
        let mut host = TestHost::default();
        assert_eq!(crate::eval(&linked.module, &mut host), Ending::Done, "{text}");
        assert_eq!(host.output_text(), "105n");
    }
}

#[test]
fn what_nobody_exports_is_missing() {
    let linked = linked(&[MAIN]).expect("one fits itself");
    let symbols: Vec<&str> = linked.missing.iter().map(|m| m.error.label.as_str()).collect();
    assert_eq!(symbols, ["no file exports `sum`", "no file exports `count`"]);
    let other = "anf 1 export fun f() -> () { ret }";
    assert_eq!(linked_missing(&[other, MAIN]), [1, 1]);
}

fn linked_missing(texts: &[&str]) -> Vec<usize> {
    linked(texts).expect("they fit").missing.iter().map(|missing| missing.unit).collect()
}

#[test]
fn what_does_not_fit() {
    let wrong = |a: &str, b: &str| linked(&[a, b]).expect_err("they do not fit");
    let function = "anf 1 export fun f() -> () { ret }";
    assert_eq!(
        wrong(function, function),
        ["1: two exports of one name: another file exports `f`, too"]
    );
    let other = "anf 1 import f \"f\": fun(i64) -> ()";
    assert_eq!(
        wrong(other, function),
        ["0: import of another type: this is fun(i64) -> (), what is exported fun() -> ()"]
    );
    let entry = "anf 1 fun main() -> () { ret } entry main";
    assert_eq!(wrong(entry, entry), ["1: two entries: the entry of another file runs, too"]);
    let (one, two) = ("anf 1 sum s = a | b", "anf 1 sum s = a | c");
    assert_eq!(wrong(one, two), ["1: two sums of one name: another file declares `s` otherwise"]);
    let (one, two) = ("anf 1 export global c: i64", "anf 1 import global c: str");
    assert_eq!(wrong(one, two), ["1: import of another type: this is str, what is exported i64"]);
}

#[test]
fn a_foreign_function_may_be_defined_in_another_file_by_another_name() {
    let main = "anf 1
        foreign wanted \"twice\" (i64) -> (i64)
        fun main() -> () { r: i64 = ccall.wanted 21 s: str = i64.to.str r 10 () = print s ret }
        entry main";
    let lib = "anf 1
        foreign twice \"twice\" (i64) -> (i64)
        define twice fun code(x: i64) -> (i64) { y: i64 = add.i64 x x ret y }";
    for texts in [[main, lib], [lib, main]] {
        let mut host = TestHost::default();
        let linked = linked(&texts).expect("they fit");
        assert_eq!(crate::check(&linked.module), []);
        assert_eq!(crate::eval(&linked.module, &mut host), Ending::Done);
        assert_eq!(host.output_text(), "42");
    }
    let errors = linked(&[lib, main, lib]).expect_err("two define it");
    let message = "2: two definitions of one symbol: another file defines `twice`, too";
    assert_eq!(errors, [message]);
}
