//! Programs.

use super::build::Build;
use super::{lower, run};
use crate::core::{Dec, Exp, ExpKind, Lit, PatKind, Rule, Var};
use expect_test::expect;
use prim::Ending;

fn prints(make: impl FnOnce(&mut Build), output: &str) {
    let (printed, ending) = run(make);
    assert_eq!((printed.as_str(), ending), (output, Ending::Done));
}

/// `fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)`
fn fib(b: &mut Build) -> Var {
    let ty = b.arrow(b.int, b.int);
    let (f, n) = (b.var("fib", &[], ty), b.var("n", &[], b.int));
    let small = b.op("slt.i64", vec![b.x(n), b.n(2)], b.bool);
    let mut rest = |k: i64| {
        let m = b.op("ssub.i64", vec![b.x(n), b.n(k)], b.int);
        b.app(b.x(f), m)
    };
    let (one, two) = (rest(1), rest(2));
    let sum = b.op("sadd.i64", vec![one, two], b.int);
    let body = b.iff(small, b.x(n), sum);
    let dec = b.fun(&[], f, vec![(vec![b.pv(n)], body)]);
    b.top(dec);
    f
}

#[test]
fn a_function_of_integers() {
    let module = lower(|b| {
        let f = fib(b);
        let call = b.app(b.x(f), b.n(20));
        b.show(call);
    });
    expect![[r#"
        anf 1
        pos !1 = "test.sml" 1:3

        fun top.0() -> () !1 {
          r.2: i64 = call fib.1 20 !1
          x.3: str = i64.to.str r.2 10 !1
          x.4: str = str.concat x.3 "\n" !1
          () = print x.4 !1
          ret
        }

        fun fib.1(n.6: i64) -> (i64) !1 {
          x.7: i1 = slt.i64 n.6 2 !1
          if x.7 {
            ret n.6
          } else {
            x.8: i64 = ssub.i64 n.6 1 !1
            r.9: i64 = call fib.1 x.8 !1
            x.10: i64 = ssub.i64 n.6 2 !1
            r.11: i64 = call fib.1 x.10 !1
            x.12: i64 = sadd.i64 r.9 r.11 !1
            ret x.12
          }
        }

        fun main.13() -> () !1 {
          () = call top.0 !1
          ret
        }

        entry main.13
    "#]]
    .assert_eq(&module.to_string());
}

#[test]
fn a_function_of_integers_runs() {
    prints(
        |b| {
            let f = fib(b);
            let call = b.app(b.x(f), b.n(20));
            b.show(call);
        },
        "6765\n",
    );
}

/// `fun 'a 'b map f nil = nil | map f (x :: xs) = f x :: map f xs`
fn map(b: &mut Build) -> Var {
    let (a, c) = (b.tyvar(), b.tyvar());
    let (ta, tc) = (b.var_ty(a), b.var_ty(c));
    let (la, lc) = (b.list_ty(ta), b.list_ty(tc));
    let fty = b.arrow(ta, tc);
    let inner = b.arrow(la, lc);
    let ty = b.arrow(fty, inner);
    let m = b.var("map", &[a, c], ty);
    let (f1, f2) = (b.var("f", &[], fty), b.var("f", &[], fty));
    let (x, xs) = (b.var("x", &[], ta), b.var("xs", &[], la));
    let list = b.list;
    let nil = b.pat(PatKind::Con(list, 0, None), la);
    let empty = b.con(list, 0, &[tc], None);
    let cell = b.ptuple(vec![b.pv(x), b.pv(xs)]);
    let cons = b.pat(PatKind::Con(list, 1, Some(Box::new(cell))), la);
    let head = b.app(b.x(f2), b.x(x));
    let tail = b.app(b.app(b.x(m), b.x(f2)), b.x(xs));
    let both = b.pair(vec![head, tail]);
    let result = b.con(list, 1, &[tc], Some(both));
    let clauses = vec![(vec![b.pv(f1), nil], empty), (vec![b.pv(f2), cons], result)];
    let dec = b.fun(&[a, c], m, clauses);
    b.top(dec);
    m
}

/// `fun total l = case l of nil => 0 | x :: xs => x + total xs`
fn total(b: &mut Build) -> Var {
    let ints = b.list_ty(b.int);
    let ty = b.arrow(ints, b.int);
    let f = b.var("total", &[], ty);
    let (l, x, xs) = (b.var("l", &[], ints), b.var("x", &[], b.int), b.var("xs", &[], ints));
    let list = b.list;
    let nil = b.pat(PatKind::Con(list, 0, None), ints);
    let cell = b.ptuple(vec![b.pv(x), b.pv(xs)]);
    let cons = b.pat(PatKind::Con(list, 1, Some(Box::new(cell))), ints);
    let rest = b.app(b.x(f), b.x(xs));
    let sum = b.op("sadd.i64", vec![b.x(x), rest], b.int);
    let body = b.case(b.x(l), vec![(nil, b.n(0)), (cons, sum)]);
    let dec = b.fun(&[], f, vec![(vec![b.pv(l)], body)]);
    b.top(dec);
    f
}

/// `map (fn x => x * 2) [1, 2, 3]` at two types.
fn maps(b: &mut Build) {
    let (m, t) = (map(b), total(b));
    let ints = b.list_ty(b.int);
    let items = (1..4).map(|n| b.n(n)).collect();
    let numbers = b.exp(ExpKind::List(items), ints);
    let x = b.var("x", &[], b.int);
    let twice = b.op("smul.i64", vec![b.x(x), b.n(2)], b.int);
    let double = b.func(b.pv(x), twice);
    let inner = b.arrow(ints, ints);
    let ty = b.arrow(double.ty, inner);
    let at = b.at(m, &[b.int, b.int], ty);
    let doubled = b.app(b.app(at, double), numbers.clone());
    let sum = b.app(b.x(t), doubled);
    b.show(sum);
}

#[test]
fn a_polymorphic_function() {
    let module = lower(maps);
    expect![[r#"
        anf 1
        pos !1 = "test.sml" 1:3
        sum list = nil | %3a%3a(i64, list)

        fun top.0() -> () !1 {
          fun top.fn.3(x.4: i64) -> (i64) !1 {
            x.5: i64 = smul.i64 x.4 2 !1
            ret x.5
          }
          c.6: list = con.list.nil !1
          c.7: list = con.list.%3a%3a 3 c.6 !1
          c.8: list = con.list.%3a%3a 2 c.7 !1
          c.9: list = con.list.%3a%3a 1 c.8 !1
          r.10: list = call map.2 top.fn.3 c.9 !1
          r.11: i64 = call total.1 r.10 !1
          x.12: str = i64.to.str r.11 10 !1
          x.13: str = str.concat x.12 "\n" !1
          () = print x.13 !1
          ret
        }

        fun total.1(l.15: list) -> (i64) !1 {
          join fail.18() !1 {
            failed.16: exncon() = builtin.Match !1
            e.17: exn = exn failed.16 !1
            raise e.17 !1
          }
          join next.23() !1 {
            case l.15 {
              %3a%3a(f.19, f.20) => {
                r.21: i64 = call total.1 f.20 !1
                x.22: i64 = sadd.i64 f.19 r.21 !1
                ret x.22
              }
              _ => {
                jump fail.18
              }
            }
          }
          case l.15 {
            nil => {
              ret 0
            }
            _ => {
              jump next.23
            }
          }
        }

        fun map.2(f.24: fun(i64) -> (i64), x.25: list) -> (list) !1 {
          fun map.26(x.27: list) -> (list) !1 {
            join fail.30() !1 {
              failed.28: exncon() = builtin.Match !1
              e.29: exn = exn failed.28 !1
              raise e.29 !1
            }
            join next.36() !1 {
              case x.27 {
                %3a%3a(f.31, f.32) => {
                  r.33: i64 = call f.24 f.31 !1
                  r.34: list = call map.26 f.32 !1
                  c.35: list = con.list.%3a%3a r.33 r.34 !1
                  ret c.35
                }
                _ => {
                  jump fail.30
                }
              }
            }
            case x.27 {
              nil => {
                c.37: list = con.list.nil !1
                ret c.37
              }
              _ => {
                jump next.36
              }
            }
          }
          tailcall map.26 x.25 !1
        }

        fun main.38() -> () !1 {
          () = call top.0 !1
          ret
        }

        entry main.38
    "#]]
    .assert_eq(&module.to_string());
}

#[test]
fn a_polymorphic_function_runs() {
    prints(maps, "12\n");
}

/// A curried function with a record as second argument: directly, partially, as a value.
fn curried(b: &mut Build) {
    let both = b.tuple(&[b.int, b.int]);
    let inner = b.arrow(both, b.int);
    let ty = b.arrow(b.int, inner);
    let f = b.var("f", &[], ty);
    let (x, y, z) = (b.var("x", &[], b.int), b.var("y", &[], b.int), b.var("z", &[], b.int));
    let pats = vec![b.pv(x), b.ptuple(vec![b.pv(y), b.pv(z)])];
    let product = b.op("smul.i64", vec![b.x(y), b.x(z)], b.int);
    let sum = b.op("sadd.i64", vec![b.x(x), product], b.int);
    let dec = b.fun(&[], f, vec![(pats, sum)]);
    b.top(dec);
    let args = b.pair(vec![b.n(2), b.n(3)]);
    let all = b.app(b.app(b.x(f), b.n(1)), args.clone());
    b.show(all);
    let g = b.var("g", &[], inner);
    let partial = b.app(b.x(f), b.n(10));
    let dec = b.val(b.pv(g), partial);
    b.top(dec);
    let later = b.app(b.x(g), args.clone());
    b.show(later);
    let h = b.var("h", &[], ty);
    let dec = b.val(b.pv(h), b.x(f));
    b.top(dec);
    let called = b.app(b.app(b.x(h), b.n(100)), args);
    b.show(called);
}

#[test]
fn curried_functions() {
    prints(curried, "7\n16\n106\n");
}

/// `let fun id x = x in (id 1, id "a") end`, and a local polymorphic value.
fn local_polymorphism(b: &mut Build) {
    let a = b.tyvar();
    let ta = b.var_ty(a);
    let ty = b.arrow(ta, ta);
    let (id, x) = (b.var("id", &[a], ty), b.var("x", &[], ta));
    let dec = b.fun(&[a], id, vec![(vec![b.pv(x)], b.x(x))]);
    let (ii, ss) = (b.arrow(b.int, b.int), b.arrow(b.string, b.string));
    let one = b.app(b.at(id, &[b.int], ii), b.n(1));
    let text = b.app(b.at(id, &[b.string], ss), b.s("a"));
    let digits = b.op("i64.to.str", vec![one, b.n(10)], b.string);
    let joined = b.op("str.concat", vec![text, digits], b.string);
    let all = b.letx(vec![dec], joined);
    b.show(all);
}

#[test]
fn local_polymorphic_functions() {
    prints(local_polymorphism, "a1\n");
    expect![[r#"
        anf 1
        pos !1 = "test.sml" 1:3

        fun top.0() -> () !1 {
          fun id.2(x.3: str) -> (str) !1 {
            ret x.3
          }
          fun id.5(x.6: i64) -> (i64) !1 {
            ret x.6
          }
          r.4: str = call id.2 "a" !1
          r.7: i64 = call id.5 1 !1
          x.8: str = i64.to.str r.7 10 !1
          x.9: str = str.concat r.4 x.8 !1
          x.10: str = str.concat x.9 "\n" !1
          () = print x.10 !1
          ret
        }

        fun main.12() -> () !1 {
          () = call top.0 !1
          ret
        }

        entry main.12
    "#]]
    .assert_eq(&lower(local_polymorphism).to_string());
}

/// `datatype 'a t = N | C of ('a * 'a) t`, compared.
#[test]
fn equality_of_a_datatype_that_is_not_regular_ends() {
    let make = |b: &mut Build| {
        let t = b.data("t", 1, |b, t, params| {
            let both = b.tuple(&[params[0], params[0]]);
            vec![("N", None), ("C", Some(b.con_ty(t, &[both])))]
        });
        let both = b.tuple(&[b.int, b.int]);
        let value = |b: &mut Build| {
            let inner = b.con(t, 0, &[both], None);
            let int = b.int;
            b.con(t, 1, &[int], Some(inner))
        };
        let (left, right) = (value(b), value(b));
        let equal = b.op("=", vec![left.clone(), right], b.bool);
        b.show(equal);
        let int = b.int;
        let bare = b.con(t, 0, &[int], None);
        let unequal = b.op("=", vec![left, bare], b.bool);
        b.show(unequal);
    };
    prints(make, "true\nfalse\n");
}

#[test]
fn equality_of_lists_of_pairs() {
    let make = |b: &mut Build| {
        let item = b.tuple(&[b.int, b.string]);
        let ty = b.list_ty(item);
        let list = |b: &mut Build, n: i64| -> Exp {
            let items = vec![b.pair(vec![b.n(1), b.s("a")]), b.pair(vec![b.n(n), b.s("b")])];
            b.exp(ExpKind::List(items), ty)
        };
        let (one, two, three) = (list(b, 1), list(b, 1), list(b, 2));
        let yes = b.op("=", vec![one.clone(), two], b.bool);
        b.show(yes);
        let no = b.op("=", vec![one, three], b.bool);
        b.show(no);
    };
    prints(make, "true\nfalse\n");
}

/// `exception E of int * string`, raised, handled in tail position, and uncaught.
#[test]
fn exceptions() {
    let make = |b: &mut Build| {
        let arg = b.tuple(&[b.int, b.string]);
        let con = b.arrow(arg, b.exn);
        let e = b.var("E", &[], con);
        b.top(Dec::Exception { var: e, arg: Some(arg), builtin: None });
        let carried = b.pair(vec![b.n(5), b.s("five")]);
        let excon = b.exp(ExpKind::Excon(e), con);
        let exn = b.app(excon, carried);
        let raised = b.exp(ExpKind::Raise(Box::new(exn)), b.string);
        let (n, s) = (b.var("n", &[], b.int), b.var("s", &[], b.string));
        let inside = b.ptuple(vec![b.pv(n), b.pv(s)]);
        let pat = b.pat(PatKind::Excon(e, Some(Box::new(inside))), b.exn);
        let rules = vec![Rule { pat, exp: b.x(s) }];
        let handled = b.exp(ExpKind::Handle(Box::new(raised.clone()), rules), b.string);
        let u = b.var("u", &[], b.unit);
        let fty = b.arrow(b.unit, b.string);
        let f = b.var("f", &[], fty);
        let dec = b.fun(&[], f, vec![(vec![b.pv(u)], handled)]);
        b.top(dec);
        let unit = b.exp(ExpKind::Record(Vec::new()), b.unit);
        let call = b.app(b.x(f), unit);
        b.show(call);
        b.show(raised);
    };
    let (printed, ending) = run(make);
    assert_eq!((printed.as_str(), ending), ("five\n", Ending::Uncaught("E: 5".to_owned())));
}

/// Rules with constants, nested constructors, lists, wildcards.
#[test]
fn matches() {
    let make = |b: &mut Build| {
        let ints = b.list_ty(b.int);
        let ty = b.arrow(ints, b.string);
        let f = b.var("f", &[], ty);
        let list = |b: &mut Build, ns: &[i64]| {
            let items =
                ns.iter().map(|n| b.pat(PatKind::Lit(Lit::Int((*n).into())), b.int)).collect();
            b.pat(PatKind::List(items), ints)
        };
        let (one, two) = (list(b, &[1]), list(b, &[1, 2]));
        let wild = b.pat(PatKind::Wild, ints);
        let clauses =
            vec![(vec![one], b.s("one")), (vec![two], b.s("one two")), (vec![wild], b.s("other"))];
        let dec = b.fun(&[], f, clauses);
        b.top(dec);
        for ns in [&[][..], &[1], &[1, 2], &[1, 2, 3], &[2]] {
            let items = ns.iter().map(|n| b.n(*n)).collect();
            let l = b.exp(ExpKind::List(items), ints);
            let call = b.app(b.x(f), l);
            b.show(call);
        }
    };
    prints(make, "other\none\none two\nother\nother\n");
}

/// The library's declarations are there if something refers to them.
#[test]
fn what_is_not_reached_is_left_out() {
    let make = |b: &mut Build| {
        b.show(b.s("library"));
        let (used, unused) = (b.var("used", &[], b.int), b.var("unused", &[], b.int));
        for var in [used, unused] {
            let sum = b.op("sadd.i64", vec![b.n(20), b.n(1)], b.int);
            let dec = b.val(b.pv(var), sum);
            b.top(dec);
        }
        b.p.decs.iter_mut().for_each(|dec| dec.library = true);
        b.show(b.x(used));
    };
    prints(make, "21\n");
    expect![[r#"
        anf 1
        pos !1 = "test.sml" 1:3
        global used: i64

        fun top.0() -> () !1 {
          used.1: i64 = global used !1
          x.2: str = i64.to.str used.1 10 !1
          x.3: str = str.concat x.2 "\n" !1
          () = print x.3 !1
          ret
        }

        fun top.5() -> () !1 {
          x.6: i64 = sadd.i64 20 1 !1
          () = global.set used x.6 !1
          ret
        }

        fun main.8() -> () !1 {
          () = call top.5 !1
          () = call top.0 !1
          ret
        }

        entry main.8
    "#]]
    .assert_eq(&lower(make).to_string());
}

/// `while` and conditions of `andalso`.
#[test]
fn loops_and_conditions() {
    let make = |b: &mut Build| {
        let con = b.tycon("ref", Vec::new(), crate::core::Definition::Abstract);
        let a = b.tyvar();
        b.p.tycons[con].params = vec![a];
        b.p.tycons[con].definition = crate::core::Definition::Builtin(crate::core::Builtin::Ref);
        let cell_ty = b.con_ty(con, &[b.int]);
        let i = b.var("i", &[], cell_ty);
        let int = b.int;
        let zero = b.n(0);
        let cell = b.con(con, 0, &[int], Some(zero));
        let dec = b.val(b.pv(i), cell);
        b.top(dec);
        let get = |b: &mut Build| b.op("deref", vec![b.x(i)], b.int);
        let (one, two) = (get(b), get(b));
        let low = b.op("slt.i64", vec![one, b.n(10)], b.bool);
        let not_seven = b.op("<>", vec![two, b.n(7)], b.bool);
        let both = b.iff(low, not_seven, b.truth(false));
        let old = get(b);
        let next = b.op("sadd.i64", vec![old, b.n(1)], b.int);
        let set = b.op("assign", vec![b.x(i), next], b.unit);
        let looped = b.exp(ExpKind::While(Box::new(both), Box::new(set)), b.unit);
        let wild = b.pat(PatKind::Wild, b.unit);
        let dec = b.val(wild, looped);
        b.top(dec);
        let last = get(b);
        b.show(last);
    };
    prints(make, "7\n");
}

/// Long lists: of integers, and of what is computed.
#[test]
fn long_lists() {
    let make = |b: &mut Build| {
        let t = total(b);
        let ints = b.list_ty(b.int);
        let items = (0..100_000).map(|n| b.n(n - 50_000)).collect();
        let list = b.exp(ExpKind::List(items), ints);
        let sum = b.app(b.x(t), list);
        b.show(sum);
        let sum = |n: i64| b.op("sadd.i64", vec![b.n(n), b.n(1)], b.int);
        let items = (0..250).map(sum).collect();
        let list = b.exp(ExpKind::List(items), ints);
        let sum = b.app(b.x(t), list);
        b.show(sum);
    };
    prints(make, "-50000\n31375\n");
}
