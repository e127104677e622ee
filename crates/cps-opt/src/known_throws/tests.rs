//! Throws that become jumps, and throws that stay.

use super::KNOWN_THROWS;
use crate::testing::{behaviour, read, run};

/// The number of throws that become jumps; the program behaves as before.
fn jumps(source: &str) -> usize {
    let mut module = read(&format!("cps 1\n{source}"));
    let count = |module: &cps::Module| module.to_string().matches("throw").count();
    let before = (count(&module), behaviour(&module));
    run(&mut module, &[KNOWN_THROWS.alone()]);
    assert_eq!(behaviour(&module), before.1, "{module}");
    before.0 - count(&module)
}

const SHOW: &str = "
    fun show(n: i64) return k: cont() { s: str = i64.to.str n 10 () = print s jump k }
    entry main";

/// A loop in `main` that counts down and leaves by a throw to its last parameter.
fn counting(first: &str, again: &str) -> String {
    format!(
        "fun main() return r: cont() {{
           fun loop(n: i64, c: cont(i64)) return k: cont(i64) {{
             z: i1 = eq.i64 n 0
             if z {{ throw c 5 }} else {{ m: i64 = sub.i64 n 1 {again} }}
           }}
           cont after(x: i64) {{ call show x return r }}
           cont other(x: i64) {{ y: i64 = add.i64 x 1 call show y return r }}
           {first}
         }} {SHOW}"
    )
}

#[test]
fn a_tail_call_passes_the_return_on() {
    let first = "a: cont(i64) = capture after call loop 9 a return after";
    assert_eq!(jumps(&counting(first, "call loop m c return k")), 1);
}

#[test]
fn not_if_a_call_returns_elsewhere() {
    let other = "a: cont(i64) = capture after call loop 9 a return other";
    assert_eq!(jumps(&counting(other, "call loop m c return k")), 0);
    let first = "a: cont(i64) = capture after call loop 9 a return after";
    let inner = "cont j(x: i64) { y: i64 = add.i64 x x jump k y } call loop m c return j";
    assert_eq!(jumps(&counting(first, inner)), 0);
}

#[test]
fn not_if_the_function_is_a_value() {
    let escapes = "a: cont(i64) = capture after f: ref(fun(i64, cont(i64)) -> (i64)) = ref loop
                   g: fun(i64, cont(i64)) -> (i64) = deref f call g 9 a return after";
    assert_eq!(jumps(&counting(escapes, "call loop m c return k")), 0);
}

#[test]
fn not_if_a_handler_was_set_before_the_call() {
    let handled = "a: cont(i64) = capture after
                   old: cont(exn) = gethandler
                   cont h(e: exn) { sethandler old jump r }
                   sethandler h
                   call loop 9 a return after";
    assert_eq!(jumps(&counting(handled, "call loop m c return k")), 0);
}

#[test]
fn a_handler_that_was_taken_off_does_not_matter() {
    let text = "fun main() return r: cont() {
          cont after(x: i64) { call show x return r }
          a: cont(i64) = capture after
          old: cont(exn) = gethandler
          cont h(e: exn) { sethandler old throw a 1 }
          cont n(x: i64) { sethandler old throw a x }
          sethandler h
          cont none() { jump r }
          x: i64 = sdiv.i64 6 0
          jump n x
        }";
    assert_eq!(jumps(&format!("{text} {SHOW}")), 2);
}

#[test]
fn a_continuation_entered_again_keeps_its_variables() {
    let text = "fun main() return r: cont() {
          n: ref(i64) = ref 0
          cont none(x: i64) { jump r }
          z: cont(i64) = capture none
          saved: ref(cont(i64)) = ref z
          cont exit(x: i64) { call show x return r }
          a: cont(i64) = capture exit
          cont again(x: i64) {
            i: i64 = deref n
            j: i64 = add.i64 i 1
            () = assign n j
            done: i1 = sgt.i64 j 3
            if done { y: i64 = add.i64 x j throw a y }
            else { c: cont(i64) = deref saved throw c j }
          }
          b: cont(i64) = capture again
          () = assign saved b
          jump again 10
        }";
    assert_eq!(jumps(&format!("{text} {SHOW}")), 1);
}

#[test]
fn not_where_functions_return_with_another_handler() {
    let first = "a: cont(i64) = capture after call loop 9 a return after";
    let unbalanced = "fun leaves() return k: cont() {
          cont h(e: exn) { jump k }
          sethandler h
          jump k
        }";
    let text = counting(first, "call loop m c return k");
    assert_eq!(jumps(&format!("{unbalanced} {text}")), 0);
}
