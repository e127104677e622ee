//! Functions in ANF.

use super::{code, lower};
use expect_test::expect;

#[test]
fn the_entry_stands_at_the_beginning_of_the_users_text() {
    for text in ["", "fun f x = x + 1", "val () = print \"a\""] {
        let module = lower(text);
        let entry = module.funs.iter().find(|fun| Some(fun.name) == module.entry).unwrap();
        let info = module.positions.get(entry.pos).unwrap();
        assert_eq!((&*info.file, info.line, info.column), ("test.sml", 1, 1), "{text}");
    }
}

#[test]
fn curried_functions_take_all_arguments_at_once() {
    code(
        "fun f x (y, z) = if x < y then z else f (x - y) (y, z)
         val () = print (Int.toString (f 1 (2, 3)))",
        &["f"],
        expect![[r#"
            fun f.3(x.28: i64, x.29: (i64, i64)) -> (i64) {
              p.30: i64 = get.0 x.29
              p.31: i64 = get.1 x.29
              x.32: i1 = slt.i64 x.28 p.30
              if x.32 {
                ret p.31
              } else {
                x.33: i64 = ssub.i64 x.28 p.30
                t.34: (i64, i64) = tuple p.30 p.31
                tailcall f.3 x.33 t.34
              }
            }
        "#]],
    );
}

#[test]
fn handlers_in_tail_position_are_outside() {
    code(
        "fun f n = (if n > 3 then raise Fail \"a\" else n) handle Fail _ => f (n - 1)
         val () = if f 1 > 2 then () else ()",
        &["f"],
        expect![[r#"
            fun f.2(n.6: i64) -> (i64) {
              cont handler.7(e.8: exn, o.9: origin) {
                join fail.10() {
                  raise e.8 from o.9
                }
                exn.11: exncon(str) = global General.Fail
                is.12: i1 = exn.is exn.11 e.8
                if is.12 {
                  x.13: i64 = ssub.i64 n.6 1
                  tailcall f.2 x.13
                } else {
                  jump fail.10
                }
              }
              x.19: i64 = handle {
                x.14: i1 = sgt.i64 n.6 3
                if x.14 {
                  exn.15: exncon(str) = global General.Fail
                  e.16: exn = exn exn.15 "a"
                  raise e.16
                } else {
                  ret n.6
                }
              } with e.17, o.18 {
                throw handler.7 e.17 o.18
              }
              ret x.19
            }
        "#]],
    );
}

#[test]
fn conditions_jump() {
    code(
        "fun f (x, y) = if x > 0 andalso (y > 0 orelse x > y) then x else y
         val _ = f (1, 2)",
        &["f"],
        expect![[r#"
            fun f.1(x.5: (i64, i64)) -> (i64) {
              p.6: i64 = get.0 x.5
              p.7: i64 = get.1 x.5
              join then.8() {
                ret p.6
              }
              join else.9() {
                ret p.7
              }
              x.12: i1 = sgt.i64 p.6 0
              if x.12 {
                x.11: i1 = sgt.i64 p.7 0
                if x.11 {
                  jump then.8
                } else {
                  x.10: i1 = sgt.i64 p.6 p.7
                  if x.10 {
                    jump then.8
                  } else {
                    jump else.9
                  }
                }
              } else {
                jump else.9
              }
            }
        "#]],
    );
}

#[test]
fn instances_are_shared_by_representation() {
    code(
        "fun id x = (x, x)
         val _ = (id 1, id 0w1, id #\"a\", id (), id LESS)",
        &["id"],
        expect![[r#"
            fun id.1(x.10: i64) -> ((i64, i64)) {
              t.11: (i64, i64) = tuple x.10 x.10
              ret t.11
            }
            fun id.4(x.12: i8) -> ((i8, i8)) {
              t.13: (i8, i8) = tuple x.12 x.12
              ret t.13
            }
            fun id.6() -> ((#(), #())) {
              u.14: #() = unboxed
              u.15: #() = unboxed
              t.16: (#(), #()) = tuple u.14 u.15
              ret t.16
            }
        "#]],
    );
}

#[test]
fn what_is_not_reached_is_left_out() {
    code(
        "fun used () = () fun unused () = print \"no\" val x = 5 val y = used () val z = x + 1",
        &["used", "unused", "top", "main"],
        expect![[r#"
            fun top.0() -> () {
              () = call used.1
              ret
            }
            fun top.3() -> () {
              x.4: i64 = sadd.i64 5 1
              ret
            }
            fun used.1() -> () {
              ret
            }
            fun main.6() -> () {
              () = call top.0
              () = call top.3
              ret
            }
            entry main.6
        "#]],
    );
}

#[test]
fn equality_of_a_list() {
    code(
        "fun eq (a, b : int list) = a = b val _ = eq ([1], [])",
        &["%3d", "eq"],
        expect![[r#"
            fun eq.1(x.8: (list, list)) -> (i1) {
              p.9: list = get.0 x.8
              p.10: list = get.1 x.8
              tailcall %3d.11 p.9 p.10
            }
            fun %3d.11(a.12: list, b.13: list) -> (i1) {
              case a.12 {
                nil => {
                  case b.13 {
                    nil => {
                      ret true
                    }
                    _ => {
                      ret false
                    }
                  }
                }
                %3a%3a(x.14, x.15) => {
                  case b.13 {
                    %3a%3a(y.16, y.17) => {
                      eq.18: i1 = eq.i64 x.14 y.16
                      if eq.18 {
                        tailcall %3d.11 x.15 y.17
                      } else {
                        ret false
                      }
                    }
                    _ => {
                      ret false
                    }
                  }
                }
              }
            }
        "#]],
    );
}

#[test]
fn matches_on_constructors() {
    code(
        "datatype t = A | B of int | C of t * t
         fun f (A, n) = n | f (B m, n) = m + n | f (C (a, b), n) = f (a, f (b, n))
         val _ = f (C (A, B 1), 2)",
        &["f"],
        expect![[r#"
            fun f.1(x.8: (t, i64)) -> (i64) {
              p.9: t = get.0 x.8
              case p.9 {
                A => {
                  p.10: i64 = get.1 x.8
                  ret p.10
                }
                B(f.11) => {
                  p.12: i64 = get.1 x.8
                  x.13: i64 = sadd.i64 f.11 p.12
                  ret x.13
                }
                C(f.14, f.15) => {
                  p.16: i64 = get.1 x.8
                  t.17: (t, i64) = tuple f.15 p.16
                  r.18: i64 = call f.1 t.17
                  t.19: (t, i64) = tuple f.14 r.18
                  tailcall f.1 t.19
                }
              }
            }
        "#]],
    );
}
