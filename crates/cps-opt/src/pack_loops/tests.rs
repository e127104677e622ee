//! Loops that are marked, and loops that are not.

use super::PACK_LOOPS;
use crate::testing::{read, run};

/// The names of the continuations that are marked.
fn marked(body: &str) -> Vec<String> {
    let source = format!(
        "cps 1
        export fun f(n: i64, g: fun(i64) -> (i64)) return k: cont(i64) {{ {body} }}"
    );
    let mut module = read(&source);
    run(&mut module, &[PACK_LOOPS.alone()]);
    let text = module.to_string();
    assert_eq!(read(&text).to_string(), text);
    let heads = text.lines().filter(|line| line.contains(" packed {"));
    let name = |line: &str| line.trim().split(['.', '(']).next().unwrap_or("").to_owned();
    heads.map(|line| name(line).replace("cont ", "")).collect()
}

#[test]
fn a_loop_with_a_call_in_every_round() {
    let body = "cont loop(i: i64) {
          done: i1 = sge.i64 i n
          if done { jump k i } else { cont next(j: i64) { jump loop j } call g i return next }
        }
        jump loop 0";
    assert_eq!(marked(body), ["loop"]);
}

#[test]
fn a_loop_that_captures_in_every_round() {
    let body = "cont loop(i: i64) {
          cont next(j: i64) { jump loop j }
          c: cont(i64) = capture next
          throw c i
        }
        jump loop 0";
    assert_eq!(marked(body), ["loop"]);
}

#[test]
fn not_if_a_round_can_do_without() {
    let body = "cont loop(i: i64) {
          odd: i64 = and.i64 i 1
          one: i1 = eq.i64 odd 1
          cont step(j: i64) { l: i64 = add.i64 j 1 jump loop l }
          if one { jump step i } else { cont next(j: i64) { jump step j } call g i return next }
        }
        jump loop 0";
    assert_eq!(marked(body), Vec::<String>::new());
}

#[test]
fn not_if_a_round_can_pass_through_another_of_the_group() {
    let body = "cont loop(i: i64) {
          odd: i64 = and.i64 i 1
          one: i1 = eq.i64 odd 1
          if one { jump other i } else { cont next(j: i64) { jump loop j } call g i return next }
        }
        and other(i: i64) { l: i64 = add.i64 i 1 jump loop l }
        jump loop 0";
    assert_eq!(marked(body), Vec::<String>::new());
}

#[test]
fn not_what_is_no_loop() {
    let body = "cont after(i: i64) { cont next(j: i64) { jump k j } call g i return next }
        if 1:i1 { jump after 0 } else { jump after 1 }";
    assert_eq!(marked(body), Vec::<String>::new());
}

#[test]
fn a_loop_in_a_loop() {
    let body = "cont outer(i: i64) {
          cont inner(j: i64) {
            less: i1 = slt.i64 j n
            cont next(l: i64) { jump inner l }
            if less { call g j return next } else { jump outer j }
          }
          jump inner i
        }
        jump outer 0";
    assert_eq!(marked(body), ["inner"]);
}
