//! One construct a test, from ANF text to CPS or Flow text.

use expect_test::{Expect, expect};

fn cps_of(source: &str) -> cps::Module {
    let module = anf::parse(format!("anf 1\n{source}").as_bytes()).expect("the test parses");
    let module = kont_lower::anf_to_cps(&module);
    assert_eq!(cps::check(&module), [], "{module}");
    module
}

fn check_cps(source: &str, expect: Expect) {
    expect.assert_eq(&cps_of(source).to_string());
}

fn check_flow(source: &str, expect: Expect) {
    let unit = kont_lower::cps_to_flow(&cps_of(source));
    assert_eq!(flow::check(&unit), [], "{unit}");
    assert_eq!(flow::bound_once(&unit), [], "{unit}");
    expect.assert_eq(&unit.to_string());
}

fn check_flow_on_stack(source: &str, expect: Expect) {
    let unit = kont_lower::cps_to_flow_on_stack(&cps_of(source));
    assert_eq!(flow::check(&unit), [], "{unit}");
    assert_eq!(flow::bound_once(&unit), [], "{unit}");
    expect.assert_eq(&unit.to_string());
}

#[test]
fn a_loop_polls_where_frames_are_on_a_stack() {
    check_flow_on_stack(
        "fun f(n: i64, v: array(i64)) -> (i64) {
           join loop(i: i64, l: (i64, str)) {
             c: i1 = slt.i64 i n
             if c {
               m: (i64, str) = tuple i \"\"
               j: i64 = add.i64 i 1
               jump loop j m
             } else {
               x: i64 = array.len v
               y: i64 = get.0 l
               z: i64 = add.i64 x y
               ret z
             }
           }
           a: (i64, str) = tuple 0 \"\"
           jump loop 0 a
         }
         fun main() -> () { ret }
         entry main",
        expect![[r#"
            flow 1
            frames stack

            known f.0 of "f"(n.2: i64, v.3: ref) return k.14 {
              fun loop.0(i.5: i64, l.6: ref, v.16: ref) {
                (v.17: ref, l.18: ref) = poll 24 k.14 v.16 l.6
                c.7: i1 = slt.i64 i.5 n.2
                if c.7 {
                  m.8: ref = record.0 i.5 ""
                  j.9: i64 = add.i64 i.5 1
                  jump loop.0 j.9 m.8 v.17
                } else {
                  x.10: i64 = array.len v.17
                  y.11: i64 = load.1 l.18
                  z.12: i64 = add.i64 x.10 y.11
                  throw k.14 z.12
                }
              }
              a.13: ref = record.0 0 ""
              jump loop.0 0 a.13 v.3
            }

            fun main.1 of "main"() return k.15 {
              () = check 0 k.15
              throw k.15
            }

            entry main.1
        "#]],
    );
}

#[test]
fn what_follows_a_call_becomes_its_continuation() {
    check_cps(
        "export fun f(g: fun(i64) -> (i64), x: i64) -> (i64) {
           a: i64 = call g x
           b: i64 = call g a
           c: i64 = add.i64 a b
           ret c
         }",
        expect![[r#"
            cps 1

            export fun f.0(g.1: fun(i64) -> (i64), x.2: i64) return k.6: cont(i64) {
              cont j.7(a.3: i64) {
                cont j.8(b.4: i64) {
                  c.5: i64 = add.i64 a.3 b.4
                  jump k.6 c.5
                }
                call g.1 a.3 return j.8
              }
              call g.1 x.2 return j.7
            }
        "#]],
    );
}

#[test]
fn a_tuple_that_is_the_only_parameter_or_result_travels_as_its_components() {
    check_cps(
        "export fun swap(p: (i64, str)) -> ((str, i64)) {
           a: i64 = get.0 p
           b: str = get.1 p
           q: (str, i64) = tuple b a
           ret q
         }
         export fun twice(f: fun((i64, str)) -> ((str, i64)), p: (i64, str)) -> (i64) {
           q: (str, i64) = call f p
           n: i64 = get.1 q
           ret n
         }",
        expect![[r#"
            cps 1

            export fun swap.0(p.10: i64, p.11: str) return k.12: cont(str, i64) {
              p.2: (i64, str) = tuple p.10 p.11
              a.3: i64 = get.0 p.2
              b.4: str = get.1 p.2
              q.5: (str, i64) = tuple b.4 a.3
              p.13: str = get.0 q.5
              p.14: i64 = get.1 q.5
              jump k.12 p.13 p.14
            }

            export fun twice.1(f.6: fun(i64, str) -> (str, i64), p.7: (i64, str)) return k.15: cont(i64) {
              p.16: i64 = get.0 p.7
              p.17: str = get.1 p.7
              cont j.18(q.19: str, q.20: i64) {
                q.8: (str, i64) = tuple q.19 q.20
                n.9: i64 = get.1 q.8
                jump k.15 n.9
              }
              call f.6 p.16 p.17 return j.18
            }
        "#]],
    );
}

#[test]
fn unboxed_tuples_are_spread_over_fields_and_elements() {
    check_cps(
        "export fun f(p: #(i64, str), a: array(#(i64, str))) -> (#(str, i64)) {
           n: i64 = part.0 p
           q: (f64, #(i64, str)) = tuple 1.5 p
           r: #(i64, str) = get.1 q
           () = array.set a 0 r
           s: #(i64, str) = array.get a n
           t: str = part.1 s
           u: #(str, i64) = unboxed t n
           ret u
         }",
        expect![[r#"
            cps 1

            export fun f.0(p.9: i64, p.10: str, a.2: array(#(i64, str))) return k.11: cont(str, i64) {
              q.4: (f64, i64, str) = tuple 1.5 p.9 p.10
              r.12: i64 = get.1 q.4
              r.13: str = get.2 q.4
              () = array.set a.2 0 r.12 r.13
              (s.14: i64, s.15: str) = array.get a.2 p.9
              jump k.11 s.15 p.9
            }
        "#]],
    );
}

#[test]
fn a_handler_is_installed_and_taken_off_on_both_ways_out() {
    check_cps(
        "export fun f(g: fun(i64) -> (i64), x: i64) -> (i64) {
           y: i64 = handle {
             a: i64 = call g x
             ret a
           } with e {
             ret 0
           }
           z: i64 = add.i64 y 1
           ret z
         }",
        expect![[r#"
            cps 1

            export fun f.0(g.1: fun(i64) -> (i64), x.2: i64) return k.7: cont(i64) {
              cont j.11(y.3: i64) {
                z.6: i64 = add.i64 y.3 1
                jump k.7 z.6
              }
              old.8: cont(exn) = gethandler
              cont n.9(r.12: i64) {
                sethandler old.8
                jump j.11 r.12
              }
              cont h.10(e.5: exn) {
                sethandler old.8
                jump j.11 0
              }
              sethandler h.10
              cont j.13(a.4: i64) {
                jump n.9 a.4
              }
              call g.1 x.2 return j.13
            }
        "#]],
    );
}

#[test]
fn a_throw_in_the_function_that_binds_the_continuation_is_a_jump() {
    check_cps(
        "export fun f(g: fun(cont(i64)) -> (i64), c: i1) -> (i64) {
           cont k(x: i64) { ret x }
           y: i64 = handle {
             if c { throw k 1 } else { z: i64 = call g k  ret z }
           } with e { throw k 2 }
           ret y
         }",
        expect![[r#"
            cps 1

            export fun f.0(g.1: fun(cont(i64)) -> (i64), c.2: i1) return k.8: cont(i64) {
              cont k.9(x.4: i64) {
                jump k.8 x.4
              }
              k.3: cont(i64) = capture k.9
              cont j.13(y.5: i64) {
                jump k.8 y.5
              }
              old.10: cont(exn) = gethandler
              cont n.11(r.14: i64) {
                sethandler old.10
                jump j.13 r.14
              }
              cont h.12(e.7: exn) {
                sethandler old.10
                jump k.9 2
              }
              sethandler h.12
              if c.2 {
                sethandler old.10
                jump k.9 1
              } else {
                cont j.15(z.6: i64) {
                  jump n.11 z.6
                }
                call g.1 k.3 return j.15
              }
            }
        "#]],
    );
}

#[test]
fn a_function_that_does_not_escape_gets_its_free_variables_as_parameters() {
    check_flow(
        "export fun f(x: i64, s: str) -> (i64) {
           fun g(n: i64) -> (i64) {
             l: i64 = str.len s
             m: i64 = add.i64 n l
             c: i1 = slt.i64 m x
             if c { a: i64 = call g m  b: i64 = add.i64 a x  ret b } else { ret m }
           }
           r: i64 = call g x
           ret r
         }",
        expect![[r#"
            flow 1

            export fun f(x.1: i64, s.2: ref) return k.11 {
              () = check 16 s.2 k.11
              frame.15: cont = push j.14 k.11
              apply g.3 x.1 x.1 s.2 return frame.15
            }

            known g.3 of "g"(n.4: i64, x.1: i64, s.2: ref) return k.12 {
              () = check 24 s.2 k.12
              l.5: i64 = str.len s.2
              m.6: i64 = add.i64 n.4 l.5
              c.7: i1 = slt.i64 m.6 x.1
              if c.7 {
                frame.16: cont = push j.13 k.12 x.1
                apply g.3 m.6 x.1 s.2 return frame.16
              } else {
                throw k.12 m.6
              }
            }

            cont j.14 of "f"(r.10: i64) return frame.17 {
              k.11: cont = pop frame.17
              throw k.11 r.10
            }

            cont j.13 of "g"(a.8: i64) return frame.18 fields (i64) {
              (k.12: cont, x.1: i64) = pop frame.18
              b.9: i64 = add.i64 a.8 x.1
              throw k.12 b.9
            }
        "#]],
    );
}

#[test]
fn closures_of_a_group_hold_one_another() {
    check_flow(
        "export fun f(x: i64) -> (fun(i64) -> (i64)) {
           fun even(n: i64) -> (fun(i64) -> (i64)) { ret odd }
           and odd(n: i64) -> (i64) { g: fun(i64) -> (i64) = call even x  m: i64 = call g n  ret m }
           ret odd
         }",
        expect![[r#"
            flow 1

            export fun f(x.1: i64) return k.8 {
              () = check 16 k.8
              odd.3: ref = closure odd.3 x.1
              throw k.8 odd.3
            }

            known even.2 of "even"(n.4: i64, odd.3: ref) return k.9 {
              () = check 0 odd.3 k.9
              throw k.9 odd.3
            }

            fun odd.3 of "odd"(n.5: i64) clos odd.3 return k.10 fields (i64) {
              () = check 24 k.10
              x.1: i64 = load.1 odd.3
              frame.13: cont = push j.11 k.10 n.5
              apply even.2 x.1 odd.3 return frame.13
            }

            cont j.11 of "odd"(g.6: ref) return frame.14 fields (i64) {
              (k.10: cont, n.5: i64) = pop frame.14
              frame.15: cont = push j.12 k.10
              apply * g.6 n.5 return frame.15
            }

            cont j.12 of "odd"(m.7: i64) return frame.16 {
              k.10: cont = pop frame.16
              throw k.10 m.7
            }
        "#]],
    );
}

#[test]
fn a_loop_is_a_cluster_whose_entry_checks() {
    check_flow(
        "export fun sum(a: array(i64)) -> (i64) {
           n: i64 = array.len a
           join loop(i: i64, s: i64) {
             c: i1 = slt.i64 i n
             if c {
               x: i64 = array.get a i
               t: i64 = sadd.i64 s x
               j: i64 = add.i64 i 1
               jump loop j t
             } else { ret s }
           }
           jump loop 0 0
         }",
        expect![[r#"
            flow 1

            export fun sum(a.1: ref) return k.10 {
              () = check 0 a.1 k.10
              n.2: i64 = array.len a.1
              apply loop.block.3 0 0 a.1 n.2 return k.10
            }

            known loop.block.3 of "sum"(i.4: i64, s.5: i64, a.1: ref, n.2: i64) return k.10 {
              () = check 0 a.1 k.10
              c.6: i1 = slt.i64 i.4 n.2
              if c.6 {
                x.7: i64 = array.get[i64] a.1 i.4
                t.8: i64 = sadd.i64 s.5 x.7
                j.9: i64 = add.i64 i.4 1
                apply loop.block.3 j.9 t.8 a.1 n.2 return k.10
              } else {
                throw k.10 s.5
              }
            }
        "#]],
    );
}

#[test]
fn a_join_point_reached_from_two_clusters_is_a_cluster() {
    check_flow(
        "export fun f(g: fun() -> (i64), c: i1, y: f64) -> (f64) {
           join j(x: i64) { z: f64 = s2f.i64.f64 x  w: f64 = fadd.f64 z y  ret w }
           if c { a: i64 = call g  jump j a } else { jump j 0 }
         }",
        expect![[r#"
            flow 1

            export fun f(g.1: ref, c.2: i1, y.3: f64) return k.9 {
              () = check 24 g.1 k.9
              if c.2 {
                frame.11: cont = push j.10 k.9 y.3
                apply * g.1 return frame.11
              } else {
                apply j.block.4 0 y.3 return k.9
              }
            }

            known j.block.4 of "f"(x.5: i64, y.3: f64) return k.9 {
              z.6: f64 = s2f.i64.f64 x.5
              w.7: f64 = fadd.f64 z.6 y.3
              throw k.9 w.7
            }

            cont j.10 of "f"(a.8: i64) return frame.12 fields (f64) {
              (k.9: cont, y.3: f64) = pop frame.12
              apply j.block.4 a.8 y.3 return k.9
            }
        "#]],
    );
}

#[test]
fn a_continuation_that_is_captured_and_returned_to_is_one_frame() {
    check_flow(
        "export fun f(g: fun(cont(i64)) -> (i64), x: i64) -> (i64) {
           y: i64 = callcc g
           z: i64 = add.i64 x y
           ret z
         }",
        expect![[r#"
            flow 1

            export fun f(g.1: ref, x.2: i64) return k.5 {
              () = check 48 g.1 k.5
              frame.8: cont = push j.7 k.5 x.2
              c.6: ref = capture frame.8
              apply * g.1 c.6 return frame.8
            }

            cont j.7 of "f"(y.3: i64) return frame.9 fields (i64) {
              (k.5: cont, x.2: i64) = pop frame.9
              z.4: i64 = add.i64 x.2 y.3
              throw k.5 z.4
            }
        "#]],
    );
}

#[test]
fn sums_are_immediates_and_tagged_records() {
    check_flow(
        "sum t = a | b | c(i64) | d(str, t) | e(f64)
         export fun f(x: t) -> (i64) {
           case x {
             a => { ret 1 }
             c(n) => { ret n }
             d(s, y) => { z: t = con.t.d s y  m: i64 = tailless z  ret m }
             _ => { ret 0 }
           }
         }"
        .replace("m: i64 = tailless z  ret m", "tailcall f z")
        .as_str(),
        expect![[r#"
            flow 1

            export fun f(x.1: ref) return k.6 {
              () = check 24 x.1 k.6
              fun default.0() {
                throw k.6 0
              }
              imm.9: i1 = isimm x.1
              if imm.9 {
                tag.7: i64 = immtag x.1
                switch tag.7 {
                  0 => {
                    throw k.6 1
                  }
                  _ => {
                    jump default.0
                  }
                }
              } else {
                tag.8: i64 = tag x.1
                switch tag.8 {
                  2 => {
                    n.2: i64 = load.1 x.1
                    throw k.6 n.2
                  }
                  3 => {
                    s.3: ref = load.1 x.1
                    y.4: ref = load.2 x.1
                    z.5: ref = record.3 s.3 y.4
                    apply f z.5 return k.6
                  }
                  _ => {
                    jump default.0
                  }
                }
              }
            }
        "#]],
    );
}

#[test]
fn more_arguments_than_slots_travel_in_a_record() {
    check_flow(
        "export fun f(a: i64, b: i64, c: i64, d: i64, e: i64, x: f64, g: i64, h: str, i: i64) -> (i64) {
           tailcall f i a b c d x e h g
         }",
        expect![[r#"
            flow 1

            export fun f(a.1: i64, b.2: i64, c.3: i64, d.4: i64, e.5: i64, x.6: f64, g.7: i64, spill.11: ref) return k.10 {
              () = check 24 spill.11 k.10
              h.8: ref = load.1 spill.11
              i.9: i64 = load.2 spill.11
              spill.12: ref = record.0 h.8 g.7
              apply f i.9 a.1 b.2 c.3 d.4 x.6 e.5 spill.12 return k.10
            }
        "#]],
    );
}

#[test]
fn what_an_exception_carries_is_taken_behind_a_test() {
    check_flow(
        "export fun f(c: exncon(i64, str), e: exn) -> (i64) {
           (n: i64, s: str) = exn.get c e
           ret n
         }",
        expect![[r#"
            flow 1

            export fun f(c.1: ref, e.2: ref) return k.5 {
              () = check 16 c.1 e.2 k.5
              con.7: ref = load.1 e.2
              same.6: i1 = same con.7 c.1
              if same.6 {
                n.3: i64 = load.2 e.2
                s.4: ref = load.3 e.2
                throw k.5 n.3
              } else {
                con.8: ref = builtin.Match
                exn.9: ref = record.0 con.8
                raise exn.9 return k.5
              }
            }
        "#]],
    );
}

#[test]
fn wide_closures_and_frames_keep_the_rest_in_a_record() {
    let vars: Vec<String> = (0..30).map(|i| format!("x{i}")).collect();
    let params = vars.iter().map(|v| format!("{v}: i64")).collect::<Vec<_>>().join(", ");
    let mut sum = String::from("s0: i64 = add.i64 n 0\n");
    for (i, v) in vars.iter().enumerate() {
        sum += &format!("s{}: i64 = add.i64 s{i} {v}\n", i + 1);
    }
    let source = format!(
        "export fun f({params}) -> (fun(i64) -> (i64)) {{
           fun g(n: i64) -> (i64) {{ {sum} ret s30 }}
           ret g
         }}"
    );
    let unit = kont_lower::cps_to_flow(&cps_of(&source)).to_string();
    assert!(unit.contains("rest."), "{unit}");
    assert!(flow::check(&kont_lower::cps_to_flow(&cps_of(&source))).is_empty());
}

#[test]
fn code_that_allocates_much_is_cut_into_clusters_that_check() {
    let mut body = String::new();
    for i in 0..500 {
        body += &format!("t{i}: (i64, i64) = tuple {i} x\n");
    }
    let source =
        format!("export fun f(x: i64) -> ((i64, i64), (i64, i64)) {{ {body} ret t0 t499 }}");
    let unit = kont_lower::cps_to_flow(&cps_of(&source));
    assert_eq!(flow::check(&unit), []);
    assert!(unit.clusters.len() >= 6, "{} clusters", unit.clusters.len());
}
