//! The same programs in both readings.

use crate::{Unit, bound_once, check, eval, eval_imperative, parse};
use expect_test::{Expect, expect};
use host::TestHost;

fn unit(text: &str) -> Unit {
    let unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let printed = unit.to_string();
    let again = parse(printed.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{printed}"));
    assert_eq!(again.to_string(), printed);
    unit
}

/// Runs a program in both readings; each gives what it printed, returned, and how it ended.
fn both(unit: &Unit) -> (String, String) {
    let show = |run: crate::Run, host: &TestHost| {
        let results: Vec<String> = run.results.iter().map(|value| format!("{value:?}")).collect();
        format!("{}{} ({})", host.output_text(), run.ending, results.join(", "))
    };
    let (mut first, mut second) = (TestHost::default(), TestHost::default());
    let functional = eval(unit, &mut first);
    let imperative = eval_imperative(unit, &mut second);
    (show(functional, &first), show(imperative, &second))
}

/// A checked program, bound once: the readings agree.
fn agree(text: &str, expect: Expect) {
    let unit = unit(text);
    assert_eq!(check(&unit), []);
    assert_eq!(bound_once(&unit), []);
    let (functional, imperative) = both(&unit);
    assert_eq!(functional, imperative);
    expect.assert_eq(&functional);
}

/// A program whose readings differ.
fn differ(text: &str, functional: &str, imperative: &str) {
    let unit = unit(text);
    assert_eq!(check(&unit), []);
    assert_eq!(both(&unit), (functional.to_owned(), imperative.to_owned()));
}

#[test]
fn a_local_function_sees_the_values_of_its_definition() {
    // The two programs of the paper, section 3: 7 in IL, 5 in IL/I.
    let returned = |n: i64| format!("returned ({n})");
    differ(
        "flow 1
         fun main() return k {
           x: i64 = copy 7
           fun f() { throw k x }
           x: i64 = copy 5
           jump f
         }
         entry main",
        &returned(7),
        &returned(5),
    );
    differ(
        "flow 1
         fun main() return k {
           x: i64 = copy 7
           fun f() { throw k x }
           fun g(x: i64) { jump f }
           jump g 5
         }
         entry main",
        &returned(7),
        &returned(5),
    );
    // In a loop that covers what a function inside of it has seen.
    differ(
        "flow 1
         fun main() return k {
           fun loop(i: i64, s: i64) {
             fun add(j: i64) {
               t: i64 = add.i64 s j
               done: i1 = sge.i64 i 3
               if done { throw k t } else { n: i64 = add.i64 i 1  jump loop n t }
             }
             s: i64 = copy 100
             jump add i
           }
           jump loop 0 0
         }
         entry main",
        &returned(6),
        &returned(103),
    );
}

#[test]
fn parallel_assignment_swaps() {
    agree(
        "flow 1
         fun main() return k {
           fun f(a: i64, b: i64, n: i64) {
             done: i1 = eq.i64 n 0
             if done { throw k a b } else { m: i64 = sub.i64 n 1  jump f b a m }
           }
           jump f 1 2 3
         }
         entry main",
        expect!["returned (2, 1)"],
    );
}

const FIB: &str = "flow 1
known fib(n: i64) return k {
  () = check 24 k
  c: i1 = slt.i64 n 2
  if c {
    throw k n
  } else {
    m: i64 = ssub.i64 n 1
    k1: cont = push after1 k n
    apply fib m return k1
  }
}
cont after1(a: i64) return k fields (i64) {
  () = check 24 k
  (up: cont, n: i64) = pop k
  m: i64 = ssub.i64 n 2
  k2: cont = push after2 up a
  apply fib m return k2
}
cont after2(b: i64) return k fields (i64) {
  (up: cont, a: i64) = pop k
  s: i64 = sadd.i64 a b
  throw up s
}
cont print of \"main\" (n: i64) return k {
  s: ref = i64.to.str n 10
  () = print s
  (up: cont) = pop k
  throw up
}
fun main() return k {
  () = check 16 k
  k1: cont = push print k
  apply fib 15 return k1
}
entry main
";

#[test]
fn frames_and_calls() {
    agree(FIB, expect!["610returned ()"]);
}

#[test]
fn closures_records_and_tags() {
    agree(
        "flow 1
         fun adder(x: i64) clos c return k fields (i64) {
           y: i64 = load.1 c
           z: i64 = sadd.i64 x y
           throw k z
         }
         fun main() return k {
           () = check 400 k
           f: ref = closure adder 30
           r: ref = record.3 1 2.5 f imm 5
           t: i64 = tag r
           g: ref = load.3 r
           i: ref = load.4 r
           n: i64 = immtag i
           is: i1 = isimm i
           m: ref = record.0 5
           () = store.1 m t
           v: i64 = load.mut.1 m
           b: i64 = add.i64 v n
           if is { apply * g b return k } else { unreachable }
         }
         entry main",
        expect!["returned (35)"],
    );
}

#[test]
fn exceptions_reach_the_handler() {
    agree(
        "flow 1
         cont handler(e: ref) return k fields (cont) {
           (up: cont, old: cont) = pop k
           () = sethandler old
           name: ref = exn.name e
           () = print name
           throw up
         }
         fun main() return k {
           () = check 24 k
           old: cont = gethandler
           h: cont = push handler k old
           () = sethandler h
           x: i64 = quot.i64 1 0
           throw k
         }
         entry main",
        expect!["Divreturned ()"],
    );
    agree(
        "flow 1 fun main() return k { () = check 32 k  c: ref = builtin.SysErr  e: ref = record.0 c \"no\" 2 raise e } entry main",
        expect!["uncaught exception SysErr: no ()"],
    );
    agree(
        "flow 1 fun main() return k { () = exit 3 throw k } entry main",
        expect!["exit code 3 ()"],
    );
}

#[test]
fn captured_continuations() {
    agree(
        "flow 1
         global saved: ref
         cont again(n: i64) return k {
           () = check 0 k
           (up: cont) = pop k
           done: i1 = sge.i64 n 3
           if done { throw up n } else { c: ref = global saved  m: i64 = add.i64 n 1  reinstate c m }
         }
         fun main() return k {
           () = check 40 k
           k1: cont = push again k
           c: ref = capture k1
           () = global.set saved c
           throw k1 0
         }
         entry main",
        expect!["returned (3)"],
    );
}

#[test]
fn arrays_and_anys() {
    agree(
        "flow 1
         fun main() return k {
           () = check 200 k
           a: ref = array.new[i64] 3 7
           () = array.set[i64] a 1 9
           x: i64 = array.get[i64] a 1
           p: ref = array.lit[#(i64, ref)] 1 imm 3 2 imm 5
           (y: i64, r: ref) = array.get.u.vec[#(i64, ref)] p 1
           n: i64 = array.len p
           any: ref = any.in[i64] y
           is: i1 = any.is[f64] any
           z: i64 = any.out[i64] any
           same: i1 = same r imm 5
           throw k x y n is z same
         }
         entry main",
        expect!["returned (9, 2, 2, 0, 2, 1)"],
    );
    agree(
        "flow 1 fun main() return k { a: ref = array.new[i64] 3 7  x: i64 = array.get[i64] a 3  throw k x } entry main",
        expect!["uncaught exception Subscript ()"],
    );
}

#[test]
fn switches() {
    agree(
        "flow 1
         fun main() return k {
           switch 200:i8 { 5 => { throw k 1 } -56 => { throw k 2 } _ => { throw k 3 } }
         }
         entry main",
        expect!["returned (2)"],
    );
}

#[test]
fn nonsense_is_stuck() {
    let stuck = |text: &str, expect: Expect| {
        let (functional, imperative) = both(&unit(text));
        assert_eq!(functional, imperative);
        expect.assert_eq(&functional);
    };
    stuck(
        "flow 1 fun main() return k { r: ref = record.0 1  x: i64 = load.2 r  throw k } entry main",
        expect!["stuck: main: load.2 is out of range ()"],
    );
    stuck(
        "flow 1 fun main() return k { if true { x: i64 = add.i64 imm 3 1 throw k } else { throw k } } entry main",
        expect!["stuck: main: expected a number, found an immediate ()"],
    );
    stuck(
        "flow 1 fun main() return k { if false { x: i64 = copy 1 throw k } else { throw k x } } entry main",
        expect!["stuck: main: a variable is used before it is bound ()"],
    );
    stuck(
        "flow 1 fun main() return k { throw k } fun f() {unreachable} entry f",
        expect!["stuck: f: unreachable code was reached ()"],
    );
    stuck(
        "flow 1 fun main() { apply f 1 } known f() { unreachable } entry main",
        expect!["stuck: main: f takes 0 values, given 1 ()"],
    );
    stuck("flow 1", expect!["stuck: the unit has no entry ()"]);
}

#[test]
fn steps_are_limited() {
    let unit = unit("flow 1 fun main() { fun f() { jump f } jump f } entry main");
    let run = crate::eval_steps(&unit, &mut TestHost::default(), 1000);
    assert_eq!(run.ending, values::Ending::Exhausted);
    let run = crate::eval_imperative_steps(&unit, &mut TestHost::default(), 1000);
    assert_eq!(run.ending, values::Ending::Exhausted);
}

#[test]
fn deep_recursion_takes_no_stack() {
    let text = FIB.replace("apply fib 15", "apply sum 1000000").to_owned()
        + "known sum(n: i64) return k {
             () = check 24 k
             c: i1 = eq.i64 n 0
             if c { throw k 0 } else { k1: cont = push plus k n  m: i64 = sub.i64 n 1  apply sum m return k1 }
           }
           cont plus(s: i64) return k fields (i64) {
             (up: cont, n: i64) = pop k  t: i64 = add.i64 s n  throw up t
           }";
    agree(&text, expect!["500000500000returned ()"]);
}
