//! One loop that is cut, or left alone, a test.

use super::*;
use expect_test::{Expect, expect};
use flow::{bound_once, check, parse};

fn check_strip(text: &str, expect: Expect) {
    let mut unit =
        parse(format!("flow 1 {text}").as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(check(&unit), []);
    STRIP_LOOPS.alone().run(&mut unit, &mut Stats::default());
    assert_eq!(check(&unit), [], "{unit}");
    assert_eq!(bound_once(&unit), [], "{unit}");
    expect.assert_eq(&unit.to_string());
}

#[test]
fn a_loop_around_others_is_cut_into_shorter_strips() {
    check_strip(
        "known loop(i: i64, n: i64) return k {
           () = check 0 k
           c: i1 = slt.i64 i n
           if c {
             fun short(m: i64) {
               d: i1 = slt.i64 m 10
               if d { l: i64 = add.i64 m 1  jump short l } else {
                 j: i64 = add.i64 i 1
                 apply loop j n return k
               }
             }
             jump short 0
           } else { throw k i }
         }",
        expect![[r#"
            flow 1

            known loop(i.8: i64, n.1: i64) return k.2 {
              () = check 0 k.2
              from.9: i64 = smin.i64 i.8 9223372036854775743
              end.10: i64 = add.i64 from.9 64
              lim.11: i64 = smin.i64 n.1 end.10
              fun inner.1(i.0: i64) {
                c.3: i1 = slt.i64 i.0 lim.11
                if c.3 {
                  fun short.0(m.4: i64) {
                    d.5: i1 = slt.i64 m.4 10
                    if d.5 {
                      l.6: i64 = add.i64 m.4 1
                      jump short.0 l.6
                    } else {
                      j.7: i64 = add.i64 i.0 1
                      jump inner.1 j.7
                    }
                  }
                  jump short.0 0
                } else {
                  more.12: i1 = slt.i64 i.0 n.1
                  if more.12 {
                    apply loop i.0 n.1 return k.2
                  } else {
                    throw k.2 i.0
                  }
                }
              }
              jump inner.1 i.8
            }
        "#]],
    );
}

#[test]
fn a_counted_loop_is_cut() {
    check_strip(
        "known loop(i: i64, s: i64, a: ref, n: i64) return k {
           () = check 0 a k
           c: i1 = slt.i64 i n
           if c {
             x: i64 = array.get[i64] a i
             t: i64 = add.i64 s x
             j: i64 = add.i64 i 1
             apply loop j t a n return k
           } else { throw k s }
         }",
        expect![[r#"
            flow 1

            known loop(i.9: i64, s.10: i64, a.2: ref, n.3: i64) return k.4 {
              () = check 0 a.2 k.4
              from.11: i64 = smin.i64 i.9 9223372036854767615
              end.12: i64 = add.i64 from.11 8192
              lim.13: i64 = smin.i64 n.3 end.12
              fun inner.0(i.0: i64, s.1: i64) {
                c.5: i1 = slt.i64 i.0 lim.13
                if c.5 {
                  x.6: i64 = array.get[i64] a.2 i.0
                  t.7: i64 = add.i64 s.1 x.6
                  j.8: i64 = add.i64 i.0 1
                  jump inner.0 j.8 t.7
                } else {
                  more.14: i1 = slt.i64 i.0 n.3
                  if more.14 {
                    apply loop i.0 s.1 a.2 n.3 return k.4
                  } else {
                    throw k.4 s.1
                  }
                }
              }
              jump inner.0 i.9 s.10
            }
        "#]],
    );
}

#[test]
fn a_loop_that_counts_down_to_a_length_is_cut() {
    check_strip(
        "known loop(i: i64, a: ref) return k {
           () = check 0 a k
           n: i64 = array.len a
           c: i1 = sle.i64 i n
           if c { throw k i } else { j: i64 = ssub.i64 i 2  apply loop j a return k }
         }",
        expect![[r#"
            flow 1

            known loop(i.6: i64, a.1: ref) return k.2 {
              () = check 0 a.1 k.2
              n.3: i64 = array.len a.1
              from.7: i64 = smax.i64 i.6 -9223372036854759424
              end.8: i64 = sub.i64 from.7 16384
              lim.9: i64 = smax.i64 n.3 end.8
              fun inner.0(i.0: i64) {
                c.4: i1 = sle.i64 i.0 lim.9
                if c.4 {
                  more.10: i1 = sle.i64 i.0 n.3
                  if more.10 {
                    throw k.2 i.0
                  } else {
                    apply loop i.0 a.1 return k.2
                  }
                } else {
                  j.5: i64 = ssub.i64 i.0 2
                  jump inner.0 j.5
                }
              }
              from.15: i64 = add.i64 i.6 4611686018427387904
              in.16: i1 = ult.i64 from.15 -9223372036854775808
              if in.16 {
                fun inner.1(i.11: i64) {
                  c.12: i1 = sle.i64 i.11 lim.9
                  if c.12 {
                    more.13: i1 = sle.i64 i.11 n.3
                    if more.13 {
                      throw k.2 i.11
                    } else {
                      apply loop i.11 a.1 return k.2
                    }
                  } else {
                    j.14: i64 = sub.i64 i.11 2
                    jump inner.1 j.14
                  }
                }
                jump inner.1 i.6
              } else {
                jump inner.0 i.6
              }
            }
        "#]],
    );
}

#[test]
fn a_loop_that_allocates_keeps_its_check() {
    check_strip(
        "known loop(i: i64, s: ref, n: i64) return k {
           () = check 24 s k
           c: i1 = slt.i64 i n
           if c {
             t: ref = record.1 i s
             j: i64 = add.i64 i 1
             apply loop j t n return k
           } else { throw k s }
         }",
        expect![[r#"
            flow 1

            known loop(i.0: i64, s.1: ref, n.2: i64) return k.3 {
              () = check 24 s.1 k.3
              c.4: i1 = slt.i64 i.0 n.2
              if c.4 {
                t.5: ref = record.1 i.0 s.1
                j.6: i64 = add.i64 i.0 1
                apply loop j.6 t.5 n.2 return k.3
              } else {
                throw k.3 s.1
              }
            }
        "#]],
    );
}

#[test]
fn a_loop_whose_bound_changes_keeps_its_check() {
    check_strip(
        "known loop(i: i64, n: i64) return k {
           () = check 0 k
           c: i1 = slt.i64 i n
           if c { j: i64 = add.i64 i 1  m: i64 = add.i64 n 1  apply loop j m return k } else { throw k i }
         }",
        expect![[r#"
            flow 1

            known loop(i.0: i64, n.1: i64) return k.2 {
              () = check 0 k.2
              c.3: i1 = slt.i64 i.0 n.1
              if c.3 {
                j.4: i64 = add.i64 i.0 1
                m.5: i64 = add.i64 n.1 1
                apply loop j.4 m.5 return k.2
              } else {
                throw k.2 i.0
              }
            }
        "#]],
    );
}

#[test]
fn a_loop_that_polls_is_cut() {
    check_strip(
        "frames stack
         known sum(a: ref, n: i64) return k {
           fun loop(i: i64, s: i64, b: ref) {
             c: ref = poll 0 k b
             d: i1 = slt.i64 i n
             if d {
               x: i64 = array.get[i64] c i
               t: i64 = add.i64 s x
               j: i64 = add.i64 i 1
               jump loop j t c
             } else { throw k s }
           }
           jump loop 0 0 a
         }",
        expect![[r#"
            flow 1
            frames stack

            known sum(a.0: ref, n.1: i64) return k.2 {
              fun loop.0(i.11: i64, s.12: i64, b.5: ref) {
                c.6: ref = poll 0 k.2 b.5
                from.13: i64 = smin.i64 i.11 9223372036854767615
                end.14: i64 = add.i64 from.13 8192
                lim.15: i64 = smin.i64 n.1 end.14
                fun inner.1(i.3: i64, s.4: i64) {
                  d.7: i1 = slt.i64 i.3 lim.15
                  if d.7 {
                    x.8: i64 = array.get[i64] c.6 i.3
                    t.9: i64 = add.i64 s.4 x.8
                    j.10: i64 = add.i64 i.3 1
                    jump inner.1 j.10 t.9
                  } else {
                    more.16: i1 = slt.i64 i.3 n.1
                    if more.16 {
                      jump loop.0 i.3 s.4 c.6
                    } else {
                      throw k.2 s.4
                    }
                  }
                }
                jump inner.1 i.11 s.12
              }
              jump loop.0 0 0 a.0
            }
        "#]],
    );
}

#[test]
fn a_loop_around_one_that_polls_is_not_cut() {
    check_strip(
        "frames stack
         known sum(n: i64) return k {
           fun outer(i: i64) {
             () = poll 0 k
             c: i1 = slt.i64 i n
             if c {
               fun inner(j: i64) {
                 () = poll 16 k
                 d: i1 = eq.i64 j 7
                 if d { l: i64 = add.i64 i 1 jump outer l } else {
                   b: ref = record.0 j
                   m: i64 = mul.i64 j 3
                   jump inner m
                 }
               }
               jump inner i
             } else { throw k }
           }
           jump outer 0
         }",
        expect![[r#"
            flow 1
            frames stack

            known sum(n.0: i64) return k.1 {
              fun outer.0(i.2: i64) {
                () = poll 0 k.1
                c.3: i1 = slt.i64 i.2 n.0
                if c.3 {
                  fun inner.1(j.4: i64) {
                    () = poll 16 k.1
                    d.5: i1 = eq.i64 j.4 7
                    if d.5 {
                      l.6: i64 = add.i64 i.2 1
                      jump outer.0 l.6
                    } else {
                      b.7: ref = record.0 j.4
                      m.8: i64 = mul.i64 j.4 3
                      jump inner.1 m.8
                    }
                  }
                  jump inner.1 i.2
                } else {
                  throw k.1
                }
              }
              jump outer.0 0
            }
        "#]],
    );
}

#[test]
fn a_loop_that_ends_at_one_number_is_cut() {
    check_strip(
        "frames stack
         known sum(n: i64) return k {
           fun loop(i: i64, s: i64) {
             () = poll 0 k
             d: i1 = eq.i64 i 0
             if d { throw k s } else {
               t: i64 = add.i64 s i
               j: i64 = sub.i64 i 1
               jump loop j t
             }
           }
           jump loop n 0
         }",
        expect![[r#"
            flow 1
            frames stack

            known sum(n.0: i64) return k.1 {
              fun loop.0(i.7: i64, s.8: i64) {
                () = poll 0 k.1
                all.9: i64 = sub.i64 i.7 0
                some.10: i64 = umin.i64 all.9 8192
                lim.11: i64 = sub.i64 i.7 some.10
                fun inner.1(i.2: i64, s.3: i64) {
                  d.4: i1 = eq.i64 i.2 lim.11
                  if d.4 {
                    more.12: i1 = eq.i64 i.2 0
                    if more.12 {
                      throw k.1 s.3
                    } else {
                      jump loop.0 i.2 s.3
                    }
                  } else {
                    t.5: i64 = add.i64 s.3 i.2
                    j.6: i64 = sub.i64 i.2 1
                    jump inner.1 j.6 t.5
                  }
                }
                jump inner.1 i.7 s.8
              }
              jump loop.0 n.0 0
            }
        "#]],
    );
}

#[test]
fn a_loop_that_may_pass_the_number_at_which_it_ends_is_not_cut() {
    check_strip(
        "frames stack
         known sum(n: i64) return k {
           fun loop(i: i64) {
             () = poll 0 k
             d: i1 = ne.i64 i 0
             if d { j: i64 = sub.i64 i 2 jump loop j } else { throw k }
           }
           jump loop n
         }",
        expect![[r#"
            flow 1
            frames stack

            known sum(n.0: i64) return k.1 {
              fun loop.0(i.2: i64) {
                () = poll 0 k.1
                d.3: i1 = ne.i64 i.2 0
                if d.3 {
                  j.4: i64 = sub.i64 i.2 2
                  jump loop.0 j.4
                } else {
                  throw k.1
                }
              }
              jump loop.0 n.0
            }
        "#]],
    );
}
