//! Live sets of small clusters, and the time that large ones take.

use super::{Liveness, VarSet};
use crate::walk::{self, Event};
use crate::{Unit, Var, parse};
use expect_test::{Expect, expect};
use std::fmt::Write;

fn names(unit: &Unit, vars: impl IntoIterator<Item = Var>) -> String {
    let mut names: Vec<&str> = vars.into_iter().map(|var| &*unit.vars[var].name).collect();
    names.sort_unstable();
    names.join(" ")
}

/// Checks the variables that are live at the entry of the only cluster and in its local functions,
/// besides their parameters; and before each binding of the outermost body.
fn live(body: &str, expect: Expect) {
    let text = format!("flow 1 known f(a: i64, b: i64) return k {{ {body} }}");
    let unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let cluster = unit.clusters.values().next().unwrap();
    let live = Liveness::of(cluster);
    let mut out = format!("entry: {}\n", names(&unit, live.at_entry().iter().copied()));
    for event in walk::walk(&cluster.body) {
        if let Event::EnterFun(fun) = event {
            let name = &unit.locals[fun.name];
            writeln!(out, "{name}: {}", names(&unit, live.globals(fun.name))).unwrap();
        }
    }
    let mut after = Vec::new();
    let mut entry = live.empty_set();
    live.backwards(0, &mut entry, |_, set| after.push(names(&unit, set.iter())));
    assert_eq!(names(&unit, entry.iter()), names(&unit, live.at_entry().iter().copied()));
    after.reverse();
    writeln!(out, "after: {}", after.join(", ")).unwrap();
    expect.assert_eq(&out);
}

#[test]
fn straight_lines() {
    live(
        "x: i64 = add.i64 a 1  y: i64 = add.i64 x x  throw k y",
        expect![[r#"
            entry: a k
            after: k x, k y
        "#]],
    );
    // A dead binding counts as a use.
    live(
        "x: i64 = add.i64 b 1  throw k a",
        expect![[r#"
            entry: a b k
            after: a k
        "#]],
    );
}

#[test]
fn branches() {
    live(
        "c: i1 = eq.i64 a 0  if c { throw k } else { throw k b }",
        expect![[r#"
            entry: a b k
            after: b c k
        "#]],
    );
}

#[test]
fn globals_of_loops_are_found() {
    live(
        "fun loop(i: i64) {
           c: i1 = slt.i64 i b
           if c { j: i64 = add.i64 i 1  jump loop j } else { jump done i }
         } and done(r: i64) { s: i64 = add.i64 r a  throw k s }
         jump loop 0",
        expect![[r#"
            entry: a b k
            loop: a b k
            done: a k
            after: a b k
        "#]],
    );
}

#[test]
fn an_unused_function_makes_nothing_live() {
    live(
        "fun f() { throw k a } throw k b",
        expect![[r#"
            entry: b k
            f: a k
            after: b k
        "#]],
    );
}

#[test]
fn a_name_bound_again_is_another_value() {
    // Imperatively, `f` reads what was assigned last.
    live(
        "x: i64 = copy a  fun f() { throw k x }  x: i64 = copy b  jump f",
        expect![[r#"
            entry: a b k
            f: k x
            after: b k, b k, k x
        "#]],
    );
    live(
        "a: i64 = copy 1 fun f(a: i64) { throw k a }  jump f b",
        expect![[r#"
            entry: b k
            f: k
            after: b k, b k
        "#]],
    );
}

#[test]
fn sets_keep_what_is_put_in() {
    for vars in [vec![Var(0), Var(9)], vec![Var(0), Var(9), Var(1 << 30)]] {
        keeps_what_is_put_in(VarSet::of(&vars));
    }
}

fn keeps_what_is_put_in(mut set: VarSet) {
    (0..10).for_each(|i| set.insert(Var(i)));
    set.insert(Var(3));
    (0..10).step_by(2).for_each(|i| set.remove(Var(i)));
    set.remove(Var(0));
    let mut left: Vec<u32> = set.iter().map(|var| var.0).collect();
    left.sort_unstable();
    assert_eq!(left, [1, 3, 5, 7, 9]);
    assert!(set.contains(Var(7)) && !set.contains(Var(6)) && set.len() == 5 && !set.is_empty());
    set.clear();
    assert!(set.is_empty() && !set.contains(Var(7)));
}

/// 100,000 bindings and 10,000 local functions, in a row or nested.
fn large(nested: bool) -> String {
    let mut text = "flow 1 known f(a: i64) return k {".to_owned();
    for i in 0..10_000 {
        write!(text, "fun f{i}(p{i}: i64) {{ x{i}: i64 = add.i64 a p{i} ").unwrap();
        for j in 1..9 {
            write!(text, "y{i}_{j}: i64 = add.i64 x{i} {j} ").unwrap();
        }
        if !nested {
            write!(text, "jump f{} x{i} }}", if i > 0 { i - 1 } else { 0 }).unwrap();
        }
    }
    if nested {
        text.push_str("throw k a");
        (0..10_000).rev().for_each(|i| write!(text, "}} jump f{i} a ").unwrap());
        text.push('}');
    } else {
        text.push_str("jump f9999 a }");
    }
    text
}

#[test]
fn large_clusters_take_little_time() {
    // Nested bodies are dropped by recursion.
    let run = || {
        for nested in [false, true] {
            let unit =
                parse(large(nested).as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
            let cluster = unit.clusters.values().next().unwrap();
            let start = std::time::Instant::now();
            let live = Liveness::of(cluster);
            assert!(start.elapsed().as_secs_f64() < 1.0, "{:?}", start.elapsed());
            let entry = names(&unit, live.at_entry().iter().copied());
            assert_eq!(entry, if nested { "a k" } else { "a" });
            assert_eq!(crate::check(&unit), []);
        }
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(run).unwrap().join().unwrap();
}
