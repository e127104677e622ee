//! One loop that is copied, or left alone, a test.

use super::*;
use crate::testing::check_pass;
use expect_test::expect;
use flow::{check, parse};

#[test]
fn a_loop_over_an_array_is_copied() {
    check_pass(
        &UNCHECKED_LOOPS,
        "fun loop(i: i64, s: i64) {
           c: i1 = slt.i64 i a
           if c {
             x: i64 = array.get[i64] b i
             t: i64 = add.i64 s x
             j: i64 = add.i64 i 1
             jump loop j t
           } else { throw k s }
         }
         jump loop 0 0",
        expect![[r#"
            fun main(a.0: i64, b.1: ref) return k.2 {
              ok.15: i1 = sge.i64 0 0
              n.16: i64 = array.len b.1
              in.17: i1 = sle.i64 a.0 n.16
              ok.18: i1 = and.i1 ok.15 in.17
              fun loop.1(i.9: i64, s.10: i64) {
                c.11: i1 = slt.i64 i.9 a.0
                if c.11 {
                  x.12: i64 = array.get.u[i64] b.1 i.9
                  t.13: i64 = add.i64 s.10 x.12
                  j.14: i64 = add.i64 i.9 1
                  jump loop.1 j.14 t.13
                } else {
                  throw k.2 s.10
                }
              }
              fun loop.0(i.3: i64, s.4: i64) {
                c.5: i1 = slt.i64 i.3 a.0
                if c.5 {
                  x.6: i64 = array.get[i64] b.1 i.3
                  t.7: i64 = add.i64 s.4 x.6
                  j.8: i64 = add.i64 i.3 1
                  jump loop.0 j.8 t.7
                } else {
                  throw k.2 s.4
                }
              }
              if ok.18 {
                jump loop.1 0 0
              } else {
                jump loop.0 0 0
              }
            }
        "#]],
    );
}

/// The number of accesses that are not checked after the pass, and of those that are.
fn accesses(body: &str) -> (usize, usize) {
    let text = format!("flow 1 fun main(n: i64, a: ref, x: i64) return k {{ {body} }}");
    let mut unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    UNCHECKED_LOOPS.alone().run(&mut unit, &mut Stats::default());
    assert_eq!(check(&unit), [], "{unit}");
    let text = unit.to_string();
    (text.matches("array.get.u[").count(), text.matches("array.get[").count())
}

#[test]
fn accesses_where_the_counter_may_be_at_the_bound_stay_checked() {
    let body = "fun loop(i: i64, s: i64) {
            y: i64 = array.get[i64] a i
            c: i1 = slt.i64 i n
            if c {
              z: i64 = array.get[i64] a i
              t: i64 = sadd.i64 y z
              j: i64 = add.i64 i 1
              jump loop j t
            } else { w: i64 = array.get[i64] a i  throw k w }
          }
          jump loop x 0";
    assert_eq!(accesses(body), (1, 5));
}

#[test]
fn loops_that_go_on_at_the_bound_or_change_it_or_the_array_stay() {
    let body = |cmp: &str, bound: &str, array: &str| {
        format!(
            "fun loop(i: i64, m: i64, b: ref) {{
               c: i1 = {cmp}.i64 i {bound}
               if c {{
                 y: i64 = array.get[i64] {array} i
                 j: i64 = add.i64 i 1
                 jump loop j y b
               }} else {{ throw k m }}
             }}
             jump loop x n a"
        )
    };
    assert_eq!(accesses(&body("slt", "n", "a")), (1, 1));
    assert_eq!(accesses(&body("sle", "n", "a")), (0, 1));
    assert_eq!(accesses(&body("slt", "m", "a")), (0, 1));
    assert_eq!(accesses(&body("slt", "n", "b")), (0, 1));
    assert_eq!(accesses(&body("slt", "4", "a")), (0, 1));
}
