//! Each rewrite, and where it must not happen.

use super::CONTRACT;
use crate::testing::check_pass;
use expect_test::{Expect, expect};

fn check(source: &str, expected: Expect) {
    check_pass(&CONTRACT, &format!("cps 1\n{source}"), expected);
}

#[test]
fn a_function_called_once_is_inlined_and_folded() {
    check(
        r#"pos !1 = "a" 1:1  pos !2 = "a" 2:2
        fun f(x: i64, y: i64) return k: cont(i64) {
          z: i64 = sadd.i64 x 4 !1
          w: i64 = sadd.i64 z y !1
          jump k w
        }
        export fun main(a: i64) return r: cont(i64) { call f 3 a return r !2 }"#,
        expect![[r#"
            cps 1
            pos !1 = "a" 1:1
            pos !2 = "a" 2:2

            export fun main.1(a.7: i64) return r.8: cont(i64) {
              w.6: i64 = sadd.i64 a.7 7 !1
              jump r.8 w.6
            }
        "#]],
    );
}

#[test]
fn exported_and_escaping_functions_and_those_called_twice_stay() {
    check(
        "export fun f(x: i64) return k: cont(i64) { y: i64 = sadd.i64 x 4 jump k y }
        fun g(x: i64) return k: cont(i64) { y: i64 = sadd.i64 x 5 jump k y }
        fun h(x: i64) return k: cont(i64) { y: i64 = sadd.i64 x 6 jump k y }
        export fun main(a: i64) return r: cont(i64, fun(i64) -> (i64)) {
          cont l(e: i64) { jump r e g }
          cont j(b: i64) { cont i(d: i64) { cont m(c: i64) { call h c return l } call h d return m } call g b return i }
          call f a return j
        }",
        expect![[r#"
            cps 1

            export fun f.0(x.4: i64) return k.5: cont(i64) {
              y.6: i64 = sadd.i64 x.4 4
              jump k.5 y.6
            }

            fun g.1(x.7: i64) return k.8: cont(i64) {
              y.9: i64 = sadd.i64 x.7 5
              jump k.8 y.9
            }

            fun h.2(x.10: i64) return k.11: cont(i64) {
              y.12: i64 = sadd.i64 x.10 6
              jump k.11 y.12
            }

            export fun main.3(a.13: i64) return r.14: cont(i64, fun(i64) -> (i64)) {
              cont l.15(e.16: i64) {
                jump r.14 e.16 g.1
              }
              cont j.17(b.18: i64) {
                cont i.19(d.20: i64) {
                  cont m.21(c.22: i64) {
                    call h.2 c.22 return l.15
                  }
                  call h.2 d.20 return m.21
                }
                call g.1 b.18 return i.19
              }
              call f.0 a.13 return j.17
            }
        "#]],
    );
}

#[test]
fn dead_circles_go_and_live_ones_stay() {
    check(
        "fun a(x: i64) return k: cont(i64) { cont j(y: i64) { jump k y } call b x return k }
        fun b(x: i64) return k: cont(i64) { cont j(y: i64) { call b y return k } call a x return j }
        export fun main(n: i64) return r: cont(i64) {
          cont p(x: i64) { c: i1 = slt.i64 x 0 if c { jump q x } else { jump p 1 } }
          and q(x: i64) { c: i1 = slt.i64 x 0 if c { jump p x } else { jump q 1 } }
          cont s(x: i64) { c: i1 = slt.i64 x 0 if c { jump t x } else { jump s 1 } }
          and t(x: i64) { c: i1 = slt.i64 x 0 if c { jump t x } else { jump r 1 } }
          jump t n
        }",
        expect![[r#"
            cps 1

            export fun main.2(n.11: i64) return r.12: cont(i64) {
              cont t.20(x.23: i64) {
                c.24: i1 = slt.i64 x.23 0
                if c.24 {
                  jump t.20 x.23
                } else {
                  jump r.12 1
                }
              }
              jump t.20 n.11
            }
        "#]],
    );
}

#[test]
fn eta_reduces_continuations_unless_they_are_captured_or_handlers() {
    check(
        "fun f(x: i64) return k: cont(i64) { call f x return k }
        export fun g(x: i64) return k: cont(i64) { call f x return k }
        export fun main(n: i64) return r: cont(i64, cont(i64), fun(i64) -> (i64)) {
          cont k(x: i64) {
            cont m(z: i64) { jump k z }
            c: cont(i64) = capture m
            fun h(w: i64) return l: cont(i64) { call g w return l }
            jump r x c h
          }
          cont j(x: i64) { jump k x }
          call f n return j
        }",
        expect![[r#"
            cps 1

            fun f.0(x.3: i64) return k.4: cont(i64) {
              call f.0 x.3 return k.4
            }

            export fun g.1(x.5: i64) return k.6: cont(i64) {
              call f.0 x.5 return k.6
            }

            export fun main.2(n.7: i64) return r.8: cont(i64, cont(i64), fun(i64) -> (i64)) {
              cont k.9(x.10: i64) {
                cont m.11(z.12: i64) {
                  jump k.9 z.12
                }
                c.13: cont(i64) = capture m.11
                jump r.8 x.10 c.13 g.1
              }
              call f.0 n.7 return k.9
            }
        "#]],
    );
}

#[test]
fn branches_are_known_from_constants_constructors_and_branches_around() {
    check(
        "sum list = nil | cons(i64, list)
        export fun f(l: list, b: i1, n: i64) return k: cont(i64) {
          x: list = con.list.cons n l
          case x {
            nil => { jump k 0 }
            cons => {
              h: i64 = field.list.cons.0 x
              case l {
                nil => { case l { nil => { jump k h } cons => { jump k 1 } } }
                _ => {
                  m: i1 = not.i1 b
                  if m {
                    if b { jump k 2 } else {
                      e: i1 = eq.i64 n 5
                      if e { s: i64 = sadd.i64 n 1 jump k s } else { switch n { 7 => { jump k n } _ => { jump k n } } }
                    }
                  } else { case l { nil => { jump k 3 } cons => { jump k 4 } } }
                }
              }
            }
          }
        }",
        expect![[r#"
            cps 1
            sum list = nil | cons(i64, list)

            export fun f.0(l.1: list, b.2: i1, n.3: i64) return k.4: cont(i64) {
              case l.1 {
                nil => {
                  jump k.4 n.3
                }
                _ => {
                  if b.2 {
                    jump k.4 4
                  } else {
                    e.8: i1 = eq.i64 n.3 5
                    if e.8 {
                      jump k.4 6
                    } else {
                      switch n.3 {
                        7 => {
                          jump k.4 7
                        }
                        _ => {
                          jump k.4 n.3
                        }
                      }
                    }
                  }
                }
              }
            }
        "#]],
    );
}

#[test]
fn unknown_branches_stay() {
    check(
        "export fun f(a: i1, b: i1, n: i64) return k: cont(i64) {
          if a { jump k 1 } else { if b { jump k 2 } else {
            switch n { 0 => { jump k 3 } _ => { jump k 4 } }
          } }
        }
        export fun g(a: i1) return k: cont(i1, i64) {
          if a { jump k true 1 } else { jump k false 1 }
        }",
        expect![[r#"
            cps 1

            export fun f.0(a.2: i1, b.3: i1, n.4: i64) return k.5: cont(i64) {
              if a.2 {
                jump k.5 1
              } else {
                if b.3 {
                  jump k.5 2
                } else {
                  switch n.4 {
                    0 => {
                      jump k.5 3
                    }
                    _ => {
                      jump k.5 4
                    }
                  }
                }
              }
            }

            export fun g.1(a.6: i1) return k.7: cont(i1, i64) {
              jump k.7 a.6 1
            }
        "#]],
    );
}

#[test]
fn projections_of_known_values_are_known_and_mutable_fields_are_not() {
    check(
        r#"export fun f(a: i64, b: str) return k: cont(i64, str, str, i64, i1, i64) {
          t: (i64, mut str) = tuple a b
          x: i64 = get.0 t
          y: str = get.1 t
          v: vector(#(i64, str)) = array.lit a b a b
          n: i64 = array.len v
          c: exncon(i64) = exncon "C"
          d: exncon(i64) = exncon "D"
          e: exn = exn c a
          i: i1 = exn.is c e
          j: i1 = exn.is d e
          z: i64 = exn.get c e
          m: str = exn.message e
          w: any = any.in[i64] a
          p: i64 = any.out[i64] w
          o: i1 = or.i1 i j
          jump k x y m n o p
        }"#,
        expect![[r#"
            cps 1

            export fun f.0(a.1: i64, b.2: str) return k.3: cont(i64, str, str, i64, i1, i64) {
              t.4: (i64, mut str) = tuple a.1 b.2
              y.6: str = get.1 t.4
              c.9: exncon(i64) = exncon "C"
              e.11: exn = exn c.9 a.1
              m.15: str = exn.message e.11
              jump k.3 a.1 y.6 m.15 2 true a.1
            }
        "#]],
    );
}

#[test]
fn operations_that_may_raise_stay() {
    check(
        "export fun f(a: i64, v: vector(i64)) return k: cont(i64) {
          x: i64 = sadd.i64 a 1
          y: i64 = quot.i64 1 0
          z: i64 = quot.i64 a 3
          w: i64 = array.get v 2
          u: i64 = sadd.i64 a 0
          t: i64 = smul.i64 u 1
          s: i64 = sadd.i64 9223372036854775807 1
          r: i64 = sub.i64 t t
          q: i64 = add.i64 r t
          jump k q
        }",
        expect![[r#"
            cps 1

            export fun f.0(a.1: i64, v.2: vector(i64)) return k.3: cont(i64) {
              x.4: i64 = sadd.i64 a.1 1
              y.5: i64 = quot.i64 1 0
              w.7: i64 = array.get v.2 2
              s.10: i64 = sadd.i64 9223372036854775807 1
              jump k.3 a.1
            }
        "#]],
    );
}

#[test]
fn a_handler_that_nothing_can_raise_to_goes() {
    check(
        "export fun f(a: i64) return k: cont(i64) {
          old: cont(exn) = gethandler
          cont h(e: exn) { sethandler old jump k 0 }
          sethandler h
          x: i64 = add.i64 a 1
          sethandler old
          jump k x
        }",
        expect![[r#"
            cps 1

            export fun f.0(a.1: i64) return k.2: cont(i64) {
              x.6: i64 = add.i64 a.1 1
              jump k.2 x.6
            }
        "#]],
    );
}

#[test]
fn a_handler_that_something_can_raise_to_stays() {
    check(
        "export fun f(a: i64) return k: cont(i64) {
          old: cont(exn) = gethandler
          cont h(e: exn) { sethandler old jump k 0 }
          sethandler h
          x: i64 = sadd.i64 a 1
          sethandler old
          g: cont(exn) = gethandler
          sethandler g
          jump k x
        }",
        expect![[r#"
            cps 1

            export fun f.0(a.1: i64) return k.2: cont(i64) {
              old.3: cont(exn) = gethandler
              cont h.4(e.5: exn) {
                sethandler old.3
                jump k.2 0
              }
              sethandler h.4
              x.6: i64 = sadd.i64 a.1 1
              sethandler old.3
              jump k.2 x.6
            }
        "#]],
    );
}

#[test]
fn a_raise_in_a_function_that_is_inlined_keeps_a_place_for_backtraces() {
    check(
        r#"pos !1 = "a" 1:1  pos !2 = "a" 2:2
        fun f(e: exn) return k: cont(i64) { raise e !1 }
        export fun main(e: exn) return r: cont(i64) {
          cont j(x: i64) !2 { y: i64 = sadd.i64 x 1 jump r y }
          call f e return j !2
        }"#,
        expect![[r#"
            cps 1
            pos !1 = "a" 1:1
            pos !2 = "a" 2:2
            pos !3 = "a" 1:1 in !2

            export fun main.1(e.4: exn) return r.5: cont(i64) {
              raise e.4 !3
            }
        "#]],
    );
}

/// A function that was replaced by another in one round is mentioned by the new name in the next.
#[test]
fn functions_that_stand_for_others_in_unchanged_code() {
    let wrapper =
        |name: &str| format!("fun {name}(x: i64) return k: cont(i64) {{ call g x return k }}\n");
    let caller = "fun h(c: i1, d: i1, e: i1, x: i64) return k: cont(i64) {
        if c { if d { call a x return k } else { call a 1 return k } }
        else { if e { call b x return k } else { call b 2 return k } } }";
    let source = format!(
        "cps 1 fun g(x: i64) return k: cont(i64) {{ y: i64 = sadd.i64 x 1 jump k y }}
         {}{}export {caller}",
        wrapper("a"),
        wrapper("b")
    );
    let mut module = crate::testing::read(&source);
    crate::testing::run(&mut module, &[CONTRACT.alone()]);
    assert_eq!(module.funs.len(), 2, "{module}");
}

#[test]
fn small_integers_that_are_known() {
    check(
        "export fun f(n: i64, x: any, y: any) return k: cont(i1, i64, i1, any, i1, i1) {
          c: any = any.in[i64] 7
          (is: i1, m: i64) = small.get c
          (fits: i1, a: any) = small.of n
          (always: i1, l: i1) = small.lt a c
          (sum: i1, s: any) = small.add c c
          real: any = any.in[f64] 1.0
          (no: i1, o: i1) = small.eq x real
          jump k is m l s no always
        }",
        expect![[r#"
            cps 1

            export fun f.0(n.1: i64, x.2: any, y.3: any) return k.4: cont(i1, i64, i1, any, i1, i1) {
              l.11: i1 = slt.i64 n.1 7
              s.13: any = any.in[i64] 14
              jump k.4 true 7 l.11 s.13 false true
            }
        "#]],
    );
}

#[test]
fn immediates_are_the_same_if_what_they_stand_for_is() {
    check(
        "export fun f(b: i1, n: i64, t: (any, any)) return k: cont(i1, i1, i1, i1, i1) {
          one: any = any.in[i64] 1
          two: any = any.in[i64] 2
          char: any = any.in[i32] 1:i32
          no: any = any.in[i1] false
          truth: any = any.in[i1] b
          pair: any = any.in[tuple.2] t
          unknown: any = any.in[i64] n
          p: i1 = same one two
          q: i1 = same one char
          r: i1 = same no truth
          s: i1 = same pair one
          u: i1 = same unknown one
          jump k p q r s u
        }",
        expect![[r#"
            cps 1

            export fun f.3(b.4: i1, n.5: i64, t.6: (any, any)) return k.7: cont(i1, i1, i1, i1, i1) {
              one.8: any = any.in[i64] 1
              unknown.14: any = any.in[i64] n.5
              r.17: i1 = eq.i1 b.4 false
              u.19: i1 = same unknown.14 one.8
              jump k.7 false false r.17 false u.19
            }
        "#]],
    );
}
