//! References that become parameters, and references that stay.

use super::PROMOTE_REFS;
use crate::CONTRACT;
use crate::testing::{check_pass, check_passes};
use expect_test::expect;

#[test]
fn a_while_loop_has_parameters() {
    check_passes(
        &[&PROMOTE_REFS, &CONTRACT],
        "cps 1
        fun main() return k: cont() {
          i: ref(i64) = ref 0
          s: ref(i64) = ref 0
          cont loop() {
            a: i64 = deref i
            less: i1 = slt.i64 a 5
            if less {
              b: i64 = deref s
              c: i64 = sadd.i64 b a
              () = assign s c
              d: i64 = sadd.i64 a 1
              () = assign i d
              jump loop
            } else {
              e: i64 = deref s
              t: str = i64.to.str e 10
              () = print t
              jump k
            }
          }
          jump loop
        }
        entry main",
        expect![[r#"
            cps 1

            fun main.0() return k.1: cont() {
              cont loop.4(i.12: i64, s.13: i64) {
                less.6: i1 = slt.i64 i.12 5
                if less.6 {
                  c.8: i64 = sadd.i64 s.13 i.12
                  d.9: i64 = sadd.i64 i.12 1
                  jump loop.4 d.9 c.8
                } else {
                  t.11: str = i64.to.str s.13 10
                  () = print t.11
                  jump k.1
                }
              }
              jump loop.4 0 0
            }

            entry main.0
        "#]],
    );
}

/// The value at the call is what counts, and the loop goes around it.
#[test]
fn a_reference_lives_across_calls() {
    check_passes(
        &[&PROMOTE_REFS, &CONTRACT],
        "cps 1
        fun f(n: i64) return k: cont(i64) {
          s: i1 = slt.i64 n 1
          if s { jump k n } else {
            cont r(x: i64) { y: i64 = sadd.i64 x n jump k y }
            m: i64 = ssub.i64 n 1
            call f m return r
          }
        }
        fun main() return k: cont() {
          i: ref(i64) = ref 0
          cont loop() {
            a: i64 = deref i
            cont r(x: i64) {
              b: i64 = deref i
              c: i64 = sadd.i64 b x
              () = assign i c
              big: i1 = sgt.i64 c 100
              if big {
                t: str = i64.to.str c 10
                () = print t
                jump k
              } else { jump loop }
            }
            d: i64 = sadd.i64 a 2
            call f d return r
          }
          jump loop
        }
        entry main",
        expect![[r#"
            cps 1

            fun f.0(n.2: i64) return k.3: cont(i64) {
              s.4: i1 = slt.i64 n.2 1
              if s.4 {
                jump k.3 n.2
              } else {
                cont r.5(x.6: i64) {
                  y.7: i64 = sadd.i64 x.6 n.2
                  jump k.3 y.7
                }
                m.8: i64 = ssub.i64 n.2 1
                call f.0 m.8 return r.5
              }
            }

            fun main.1() return k.9: cont() {
              cont loop.11(i.20: i64) {
                cont r.13(x.14: i64) {
                  c.16: i64 = sadd.i64 i.20 x.14
                  big.17: i1 = sgt.i64 c.16 100
                  if big.17 {
                    t.18: str = i64.to.str c.16 10
                    () = print t.18
                    jump k.9
                  } else {
                    jump loop.11 c.16
                  }
                }
                d.19: i64 = sadd.i64 i.20 2
                call f.0 d.19 return r.13
              }
              jump loop.11 0
            }

            entry main.1
        "#]],
    );
}

/// A continuation that is entered twice shares the reference with itself.
#[test]
fn a_captured_continuation_keeps_references() {
    check_pass(
        &PROMOTE_REFS,
        "cps 1
        global again: cont(i64)
        fun g(n: i64) return k: cont(i64) {
          c: cont(i64) = capture k
          () = global.set again c
          jump k n
        }
        fun main() return k: cont() {
          i: ref(i64) = ref 0
          cont r(x: i64) {
            b: i64 = deref i
            c: i64 = sadd.i64 b 1
            () = assign i c
            t: str = i64.to.str c 10
            () = print t
            done: i1 = sge.i64 c 3
            if done { jump k } else {
              a: cont(i64) = global again
              throw a 1
            }
          }
          call g 1 return r
        }
        entry main",
        expect![[r#"
            cps 1
            global again: cont(i64)

            fun g.0(n.2: i64) return k.3: cont(i64) {
              c.4: cont(i64) = capture k.3
              () = global.set again c.4
              jump k.3 n.2
            }

            fun main.1() return k.5: cont() {
              i.6: ref(i64) = ref 0
              cont r.7(x.8: i64) {
                b.9: i64 = deref i.6
                c.10: i64 = sadd.i64 b.9 1
                () = assign i.6 c.10
                t.11: str = i64.to.str c.10 10
                () = print t.11
                done.12: i1 = sge.i64 c.10 3
                if done.12 {
                  jump k.5
                } else {
                  a.13: cont(i64) = global again
                  throw a.13 1
                }
              }
              call g.0 1 return r.7
            }

            entry main.1
        "#]],
    );
}

/// Assigned between the binding of the continuation and the call; in a nested function;
/// passed on; and read by a handler: all stay.
#[test]
fn what_is_seen_from_elsewhere_stays() {
    check_pass(
        &PROMOTE_REFS,
        "cps 1
        fun id(n: i64) return k: cont(i64) { jump k n }
        fun use(r: ref(i64)) return k: cont(i64) { n: i64 = deref r jump k n }
        fun main() return k: cont() {
          late: ref(i64) = ref 0
          inner: ref(i64) = ref 0
          passed: ref(i64) = ref 7
          handled: ref(i64) = ref 0
          fun bump() return q: cont() { n: i64 = deref inner m: i64 = sadd.i64 n 1 () = assign inner m jump q }
          old: cont(exn) = gethandler
          cont h(e: exn) {
            x: i64 = deref handled
            t: str = i64.to.str x 10
            () = print t
            sethandler old
            jump k
          }
          sethandler h
          cont r(x: i64) {
            y: i64 = deref late
            z: i64 = sadd.i64 x y
            t: str = i64.to.str z 10
            () = print t
            cont s() {
              cont u(w: i64) {
                () = assign handled w
                v: i64 = deref inner
                big: i64 = smul.i64 w 9223372036854775807
                t2: str = i64.to.str v 10
                () = print t2
                jump k
              }
              call use passed return u
            }
            call bump return s
          }
          () = assign late 5
          call id 1 return r
        }
        entry main",
        expect![[r#"
            cps 1

            fun id.0(n.3: i64) return k.4: cont(i64) {
              jump k.4 n.3
            }

            fun use.1(r.5: ref(i64)) return k.6: cont(i64) {
              n.7: i64 = deref r.5
              jump k.6 n.7
            }

            fun main.2() return k.8: cont() {
              late.9: ref(i64) = ref 0
              inner.10: ref(i64) = ref 0
              passed.11: ref(i64) = ref 7
              handled.12: ref(i64) = ref 0
              fun bump.13() return q.14: cont() {
                n.15: i64 = deref inner.10
                m.16: i64 = sadd.i64 n.15 1
                () = assign inner.10 m.16
                jump q.14
              }
              old.17: cont(exn) = gethandler
              cont h.18(e.19: exn) {
                x.20: i64 = deref handled.12
                t.21: str = i64.to.str x.20 10
                () = print t.21
                sethandler old.17
                jump k.8
              }
              sethandler h.18
              cont r.22(x.23: i64) {
                y.24: i64 = deref late.9
                z.25: i64 = sadd.i64 x.23 y.24
                t.26: str = i64.to.str z.25 10
                () = print t.26
                cont s.27() {
                  cont u.28(w.29: i64) {
                    () = assign handled.12 w.29
                    v.30: i64 = deref inner.10
                    big.31: i64 = smul.i64 w.29 9223372036854775807
                    t2.32: str = i64.to.str v.30 10
                    () = print t2.32
                    jump k.8
                  }
                  call use.1 passed.11 return u.28
                }
                call bump.13 return s.27
              }
              () = assign late.9 5
              call id.0 1 return r.22
            }

            entry main.2
        "#]],
    );
}
