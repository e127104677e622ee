//! What becomes of closures, on whole modules.

use super::DEFUNCTIONALISE;
use crate::testing::{behaviour, check_pass, check_passes, read, run};
use crate::{CONTRACT, INLINE, PIPELINE};
use expect_test::expect;

/// A program whose entry has this body; `print_int` writes a number.
fn program(declarations: &str, body: &str) -> String {
    format!(
        "cps 1 {declarations}
        fun print_int(n: i64) return k: cont() {{ s: str = i64.to.str n 10 () = print s jump k }}
        fun main() return done: cont() {{
          cont end(n: i64) {{ call print_int n return done }}
          {body}
        }}
        entry main"
    )
}

/// A function that returns a closure over its parameter.
const MAKE: &str = "fun make(x: i64) return k: cont(fun(i64) -> (i64)) {
    fun g(y: i64) return l: cont(i64) { z: i64 = add.i64 x y jump l z }
    jump k g
  }";

/// Runs the pass, which is to change nothing.
#[track_caller]
fn refused(source: &str) {
    let mut module = read(source);
    let before = module.to_string();
    run(&mut module, &[DEFUNCTIONALISE.alone()]);
    assert_eq!(module.to_string(), before);
}

/// Runs the pass, which is to leave no call of an unknown function.
#[track_caller]
fn all_known(source: &str) {
    let mut module = read(source);
    let before = behaviour(&module);
    let report = run(&mut module, &[DEFUNCTIONALISE.alone()]);
    assert_eq!(report.stats.total("call"), 1, "{module}");
    assert_eq!(behaviour(&module), before, "{module}");
    assert!(!module.to_string().contains("call f."), "{module}");
    run(&mut module, PIPELINE);
    assert_eq!(behaviour(&module), before, "{module}");
}

#[test]
fn a_closure_that_is_returned_is_its_free_variables() {
    check_pass(
        &DEFUNCTIONALISE,
        &program(MAKE, "cont j(f: fun(i64) -> (i64)) { call f 3 return end } call make 1 return j"),
        expect![[r#"
            cps 1
            sum closures5 = f5(i64)

            fun make.0(x.3: i64) return k.4: cont(closures5) {
              g.5: closures5 = con.closures5.f5 x.3
              jump k.4 g.5
            }

            fun print_int.1(n.9: i64) return k.10: cont() {
              s.11: str = i64.to.str n.9 10
              () = print s.11
              jump k.10
            }

            fun main.2() return done.12: cont() {
              cont end.13(n.14: i64) {
                call print_int.1 n.14 return done.12
              }
              cont j.15(f.16: closures5) {
                call g.17 f.16 3 return end.13
              }
              call make.0 1 return j.15
            }

            fun g.17(g.19: closures5, y.6: i64) return l.7: cont(i64) {
              x.18: i64 = field.closures5.f5.0 g.19
              z.8: i64 = add.i64 x.18 y.6
              jump l.7 z.8
            }

            entry main.2
        "#]],
    );
}

#[test]
fn what_is_known_now_is_inlined() {
    check_passes(
        &[&DEFUNCTIONALISE, &CONTRACT, &INLINE, &CONTRACT],
        &program(MAKE, "cont j(f: fun(i64) -> (i64)) { call f 3 return end } call make 1 return j"),
        expect![[r#"
            cps 1
            sum closures5 = f5(i64)

            fun main.2() return done.12: cont() {
              s.11: str = i64.to.str 4 10
              () = print s.11
              jump done.12
            }

            entry main.2
        "#]],
    );
}

#[test]
fn a_call_chooses_from_few_functions() {
    check_pass(
        &DEFUNCTIONALISE,
        &program(
            "fun dec(x: i64) return k: cont(i64) { y: i64 = sub.i64 x 1 jump k y }
            fun pick(c: i1, d: i64) return k: cont(fun(i64) -> (i64)) {
              fun plus(x: i64) return l: cont(i64) { y: i64 = add.i64 x d jump l y }
              if c { jump k plus } else { jump k dec }
            }",
            "cont j(f: fun(i64) -> (i64)) { call f 3 return end } call pick true 2 return j",
        ),
        expect![[r#"
            cps 1
            sum closures0 = f0 | f10(i64)

            fun dec.0(x.4: i64) return k.5: cont(i64) {
              y.6: i64 = sub.i64 x.4 1
              jump k.5 y.6
            }

            fun pick.1(c.7: i1, d.8: i64) return k.9: cont(closures0) {
              plus.10: closures0 = con.closures0.f10 d.8
              if c.7 {
                jump k.9 plus.10
              } else {
                dec.25: closures0 = con.closures0.f0
                jump k.9 dec.25
              }
            }

            fun print_int.2(n.14: i64) return k.15: cont() {
              s.16: str = i64.to.str n.14 10
              () = print s.16
              jump k.15
            }

            fun main.3() return done.17: cont() {
              cont end.18(n.19: i64) {
                call print_int.2 n.19 return done.17
              }
              cont j.20(f.21: closures0) {
                case f.21 {
                  f0 => {
                    call dec.0 3 return end.18
                  }
                  f10 => {
                    call plus.22 f.21 3 return end.18
                  }
                }
              }
              call pick.1 true 2 return j.20
            }

            fun plus.22(plus.24: closures0, x.11: i64) return l.12: cont(i64) {
              d.23: i64 = field.closures0.f10.0 plus.24
              y.13: i64 = add.i64 x.11 d.23
              jump l.12 y.13
            }

            entry main.3
        "#]],
    );
}

#[test]
fn closures_are_followed_through_data() {
    let through = |declarations: &str, ops: &str| {
        all_known(&program(
            &format!("{declarations} {MAKE}"),
            &format!(
                "cont j(g: fun(i64) -> (i64)) {{ {ops} call f 3 return end }} call make 1 return j"
            ),
        ));
    };
    through("", "t: (i64, fun(i64) -> (i64)) = tuple 1 g f: fun(i64) -> (i64) = get.1 t");
    through("", "r: ref(fun(i64) -> (i64)) = ref g f: fun(i64) -> (i64) = deref r");
    through(
        "",
        "a: array(fun(i64) -> (i64)) = array.new 2 g v: vector(fun(i64) -> (i64)) = freeze a
        f: fun(i64) -> (i64) = array.get v 1",
    );
    through(
        "sum opt = none | some(i64, fun(i64) -> (i64))",
        "o: opt = con.opt.some 1 g f: fun(i64) -> (i64) = field.opt.some.1 o",
    );
    through(
        "global cell: fun(i64) -> (i64)",
        "() = global.set cell g f: fun(i64) -> (i64) = global cell",
    );
    through(
        "",
        "a: array(#(i64, fun(i64) -> (i64))) = array.new 2 7 g
        (n: i64, f: fun(i64) -> (i64)) = array.get a 1",
    );
}

#[test]
fn functions_bound_together_make_one_another_again() {
    check_pass(
        &DEFUNCTIONALISE,
        &program(
            "fun apply(f: fun(i64) -> (i64), x: i64) return k: cont(i64) { call f x return k }",
            "n: i64 = copy 1
            fun even(x: i64) return k: cont(i64) {
              c: i1 = eq.i64 x 0
              if c { jump k n } else { y: i64 = sub.i64 x 1 call apply odd y return k }
            } and odd(x: i64) return k: cont(i64) {
              c: i1 = eq.i64 x 0
              if c { jump k 0 } else { y: i64 = sub.i64 x 1 call apply even y return k }
            }
            call apply even 10 return end",
        ),
        expect![[r#"
            cps 1
            sum closures13 = f13(i64) | f14(i64)

            fun apply.0(f.3: closures13, x.4: i64) return k.5: cont(i64) {
              case f.3 {
                f13 => {
                  call even.23 f.3 x.4 return k.5
                }
                f14 => {
                  call odd.24 f.3 x.4 return k.5
                }
              }
            }

            fun print_int.1(n.6: i64) return k.7: cont() {
              s.8: str = i64.to.str n.6 10
              () = print s.8
              jump k.7
            }

            fun main.2() return done.9: cont() {
              cont end.10(n.11: i64) {
                call print_int.1 n.11 return done.9
              }
              n.12: i64 = copy 1
              even.13: closures13 = con.closures13.f13 n.12
              odd.14: closures13 = con.closures13.f14 n.12
              call apply.0 even.13 10 return end.10
            }

            fun even.23(even.26: closures13, x.15: i64) return k.16: cont(i64) {
              n.25: i64 = field.closures13.f13.0 even.26
              c.17: i1 = eq.i64 x.15 0
              if c.17 {
                jump k.16 n.25
              } else {
                y.18: i64 = sub.i64 x.15 1
                odd.27: closures13 = con.closures13.f14 n.25
                call apply.0 odd.27 y.18 return k.16
              }
            }

            fun odd.24(odd.29: closures13, x.19: i64) return k.20: cont(i64) {
              n.28: i64 = field.closures13.f14.0 odd.29
              c.21: i1 = eq.i64 x.19 0
              if c.21 {
                jump k.20 0
              } else {
                y.22: i64 = sub.i64 x.19 1
                even.30: closures13 = con.closures13.f13 n.28
                call apply.0 even.30 y.22 return k.20
              }
            }

            entry main.2
        "#]],
    );
}

#[test]
fn functions_around_move_with_their_free_variables() {
    check_pass(
        &DEFUNCTIONALISE,
        &program(
            "fun make(x: i64) return k: cont(fun(i64) -> (i64)) {
              fun add(y: i64) return l: cont(i64) { z: i64 = add.i64 x y jump l z }
              fun twice(y: i64) return l: cont(i64) {
                cont again(z: i64) { call add z return l } call add y return again
              }
              jump k twice
            }",
            "cont j(f: fun(i64) -> (i64)) { call f 3 return end } call make 1 return j",
        ),
        expect![[r#"
            cps 1
            sum closures9 = f9(i64)

            fun make.0(x.3: i64) return k.4: cont(closures9) {
              twice.9: closures9 = con.closures9.f9 x.3
              jump k.4 twice.9
            }

            fun print_int.1(n.14: i64) return k.15: cont() {
              s.16: str = i64.to.str n.14 10
              () = print s.16
              jump k.15
            }

            fun main.2() return done.17: cont() {
              cont end.18(n.19: i64) {
                call print_int.1 n.19 return done.17
              }
              cont j.20(f.21: closures9) {
                call twice.23 f.21 3 return end.18
              }
              call make.0 1 return j.20
            }

            fun add.22(y.6: i64, x.24: i64) return l.7: cont(i64) {
              z.8: i64 = add.i64 x.24 y.6
              jump l.7 z.8
            }

            fun twice.23(twice.26: closures9, y.10: i64) return l.11: cont(i64) {
              x.25: i64 = field.closures9.f9.0 twice.26
              cont again.12(z.13: i64) {
                call add.22 z.13 x.25 return l.11
              }
              call add.22 y.10 x.25 return again.12
            }

            entry main.2
        "#]],
    );
}

#[test]
fn a_closure_for_others_calls_the_code_that_moved() {
    check_pass(
        &DEFUNCTIONALISE,
        &program(
            "global seen: any
            fun make(x: i64) return k: cont(fun(i64) -> (i64)) {
              fun add(y: i64) return l: cont(i64) { z: i64 = add.i64 x y jump l z }
              a: any = any.in[\"fun(i64) -> (i64)\"] add
              () = global.set seen a
              fun twice(y: i64) return l: cont(i64) {
                cont again(z: i64) { call add z return l } call add y return again
              }
              jump k twice
            }",
            "cont j(f: fun(i64) -> (i64)) { call f 3 return end } call make 1 return j",
        ),
        expect![[r#"
            cps 1
            sum closures10 = f10(i64)
            global seen: any

            fun make.0(x.3: i64) return k.4: cont(closures10) {
              fun add.5(y.25: i64) return l.26: cont(i64) {
                call add.23 y.25 x.3 return l.26
              }
              a.9: any = any.in["fun(i64) -> (i64)"] add.5
              () = global.set seen a.9
              twice.10: closures10 = con.closures10.f10 x.3
              jump k.4 twice.10
            }

            fun print_int.1(n.15: i64) return k.16: cont() {
              s.17: str = i64.to.str n.15 10
              () = print s.17
              jump k.16
            }

            fun main.2() return done.18: cont() {
              cont end.19(n.20: i64) {
                call print_int.1 n.20 return done.18
              }
              cont j.21(f.22: closures10) {
                call twice.24 f.22 3 return end.19
              }
              call make.0 1 return j.21
            }

            fun add.23(y.6: i64, x.27: i64) return l.7: cont(i64) {
              z.8: i64 = add.i64 x.27 y.6
              jump l.7 z.8
            }

            fun twice.24(twice.29: closures10, y.11: i64) return l.12: cont(i64) {
              x.28: i64 = field.closures10.f10.0 twice.29
              cont again.13(z.14: i64) {
                call add.23 z.14 x.28 return l.12
              }
              call add.23 y.11 x.28 return again.13
            }

            entry main.2
        "#]],
    );
}

#[test]
fn what_others_look_at_stays_a_closure() {
    let call = "call f 3 return end } call make 1 return j";
    refused(&program(
        MAKE,
        &format!("cont j(f: fun(i64) -> (i64)) {{ a: any = any.in[\"fun(i64) -> (i64)\"] f {call}"),
    ));
    refused(&program(
        MAKE,
        &format!("cont j(f: fun(i64) -> (i64)) {{ w: weak(fun(i64) -> (i64)) = weak f {call}"),
    ));
    refused(&program(
        MAKE,
        &format!(
            "cont j(f: fun(i64) -> (i64)) {{
              c: exncon(fun(i64) -> (i64)) = exncon \"C\" e: exn = exn c f {call}"
        ),
    ));
}

#[test]
fn a_unit_for_others_is_left_alone() {
    refused(&format!(
        "cps 1 {MAKE} export fun main(x: i64) return k: cont(i64) {{
          cont j(f: fun(i64) -> (i64)) {{ call f 3 return k }} call make x return j
        }}"
    ));
}

#[test]
fn many_functions_stay_closures() {
    let function = |n: i64| {
        format!("fun f{n}(x: i64) return k: cont(i64) {{ y: i64 = add.i64 x {n} jump k y }}")
    };
    let functions: Vec<String> = (0..5).map(function).collect();
    let calls: Vec<String> = (1..5)
        .map(|n| format!("cont j{n}(r{n}: i64) {{ call apply f{} r{n} return j{} }}", n - 1, n - 1))
        .collect();
    refused(&program(
        &format!(
            "{} fun apply(f: fun(i64) -> (i64), x: i64) return k: cont(i64) {{ call f x return k }}",
            functions.join(" ")
        ),
        &format!(
            "cont j0(r0: i64) {{ jump end r0 }} {} call apply f4 0 return j4",
            calls.join(" ")
        ),
    ));
}
