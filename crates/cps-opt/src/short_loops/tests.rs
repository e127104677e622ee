//! One loop that is marked, or not, a test.

use super::*;
use crate::testing::{read, run};

/// The names of the continuations that are marked.
fn marked(body: &str) -> Vec<String> {
    let mut module = read(&format!(
        "cps 1 export fun f(a: array(i64), n: i64) return k: cont(i64) {{ {body} }}"
    ));
    run(&mut module, &[SHORT_LOOPS.alone()]);
    let text = module.to_string();
    assert_eq!(read(&text).to_string(), text);
    let lines = text.lines().filter(|line| line.contains(" short "));
    let names = lines.filter_map(|line| line.trim().strip_prefix("cont ")?.split_once('.'));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// A loop over `i` that begins with `start` and does `round` while it is below `bound`.
fn counted(start: &str, bound: &str, round: &str) -> String {
    format!(
        "cont loop(i: i64, s: i64) {{
           c: i1 = slt.i64 i {bound}
           if c {{ {round} t: i64 = add.i64 s i j: i64 = add.i64 i 1 jump loop j t }}
           else {{ jump k s }}
         }}
         jump loop {start} 0"
    )
}

#[test]
fn few_rounds_need_no_safe_point() {
    assert_eq!(marked(&counted("0", "5", "")), ["loop"]);
    assert_eq!(marked(&counted("0", "5", "() = array.set a i s")), ["loop"]);
    assert_eq!(
        marked(
            "cont loop(i: i64) {
               c: i1 = sle.i64 i 0
               if c { jump k i } else { j: i64 = ssub.i64 i 2 jump loop j }
             }
             jump loop 100"
        ),
        ["loop"]
    );
}

#[test]
fn many_rounds_or_unknown_ones_do() {
    let none: [&str; 0] = [];
    assert_eq!(marked(&counted("0", "2000", "")), none);
    assert_eq!(marked(&counted("0", "n", "")), none);
    assert_eq!(marked(&counted("n", "5", "")), none);
}

#[test]
fn what_allocates_needs_one() {
    let none: [&str; 0] = [];
    assert_eq!(marked(&counted("0", "5", "p: (i64, i64) = tuple i s")), none);
}

#[test]
fn a_loop_that_a_call_returns_to_is_entered_with_anything() {
    let none: [&str; 0] = [];
    let call = "cont loop(i: i64) {
          c: i1 = slt.i64 i 5
          if c { j: i64 = add.i64 i 1 jump loop j } else { jump k i }
        }
        b: i1 = slt.i64 n 0
        if b { jump loop 0 } else { call f a n return loop }";
    assert_eq!(marked(call), none);
}

#[test]
fn inner_loops_begin_with_the_counters_of_outer_ones() {
    let nest = |bound: &str| {
        format!(
            "cont outer(i: i64, s: i64) {{
               c: i1 = slt.i64 i {bound}
               if c {{
                 i2: i64 = sadd.i64 i 1
                 cont inner(j: i64, t: i64) {{
                   d: i1 = slt.i64 j {bound}
                   if d {{ u: i64 = add.i64 t j j2: i64 = sadd.i64 j 1 jump inner j2 u }}
                   else {{ jump outer i2 t }}
                 }}
                 jump inner i2 s
               }} else {{ jump k s }}
             }}
             jump outer 0 0"
        )
    };
    assert_eq!(marked(&nest("5")), ["outer", "inner"]);
    // The rounds of the nest are the product.
    assert_eq!(marked(&nest("100")), ["outer"]);
}
