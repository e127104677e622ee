//! What the builder makes.

use super::Builder;
use crate::{Linkage, check};
use expect_test::expect;
use prim::{Constructor, Data, IntOp, Prim, Rt, Ty, Width};

const ADD: Prim = Prim::Int(IntOp::SAdd, Width::I64);

#[test]
fn every_construct_can_be_built() {
    let mut b = Builder::new();
    let (i64, bool) = (b.types().i64(), b.types().bool());
    let list = b.types().add_sum("list", Vec::new());
    let list_ty = b.types().intern(Ty::Sum(list));
    b.types().sums[list].constructors = vec![
        Constructor { name: "nil".into(), fields: Vec::new() },
        Constructor { name: "cons".into(), fields: vec![i64, list_ty] },
    ];
    let total = b.global("total", i64, Linkage::Export);
    let sum = b.declare("sum", &[list_ty], &[i64]);
    let pos = b.position(&"a.sml".into(), 3, 1);
    assert_eq!(b.position(&"a.sml".into(), 3, 1), pos);
    b.at(pos);
    b.define(sum, &["l"], |b, params| {
        b.case(params[0], |b, tag, fields| match tag {
            0 => b.ret([0.into()]),
            _ => {
                let rest = b.call("rest", sum, [fields[1].into()]);
                let all = b.prim("all", ADD, [fields[0].into(), rest.into()]);
                b.ret([all.into()])
            }
        })
    });
    let main = b.declare("main", &[], &[]);
    b.define(main, &[], |b, _| {
        let nil = b.con("l", list, 0, []);
        let l = b.con("l", list, 1, [1.into(), nil.into()]);
        let x = b.handle(
            &[("x", i64)],
            |b| b.tail_call(sum, [l.into()]),
            "e",
            |b, _| b.ret([0.into()]),
        );
        let again = b.local_fun("again", &[("n", i64)], &[i64], |b, again, params| {
            b.switch(params[0], &[0, 1], |b, value| match value {
                Some(_) => b.ret([params[0].into()]),
                None => b.tail_call(again, [1.into()]),
            })
        });
        let y = b.branch(&[("y", i64)], |b, join| {
            b.if_(true, |b| b.jump(join, [x[0].into()]), |b| b.jump(join, [2.into()]))
        });
        b.effect(Data::GlobalSet(total), [y[0].into()]);
        let pair = b.tuple("pair", [y[0].into(), true.into(), 1.5.into(), "s".into()]);
        let second = b.get("second", pair, 1);
        let cont_ty = b.types().intern(Ty::Cont(vec![bool]));
        let escape = b.local_fun("escape", &[("k", cont_ty)], &[bool], |b, _, params| {
            b.throw(params[0], [second.into()])
        });
        let z = b.callcc(&[("z", bool)], escape);
        let end = b.join("end", &[], |b, _, _| b.ret([]));
        let k = b.cont("k", &[("code", i64)], |b, params| {
            b.effect(Prim::Rt(Rt::Exit), [params[0].into()]);
            b.unreachable()
        });
        let n = b.call("n", again, [3.into()]);
        b.if_(z[0], |b| b.jump(end, []), |b| b.throw(k, [n.into()]))
    });
    b.entry(main);
    b.export(sum);
    let module = b.finish();
    assert_eq!(check(&module), []);
    let text = module.to_string();
    assert_eq!(crate::parse(text.as_bytes()).expect("a module").to_string(), text);
    expect![[r#"
        anf 1
        pos !1 = "a.sml" 3:1
        sum list = nil | cons(i64, list)
        export global total: i64

        export fun sum.0(l.1: list) -> (i64) !1 {
          case l.1 {
            nil => {
              ret 0
            }
            cons(field.2, field.3) => {
              rest.4: i64 = call sum.0 field.3 !1
              all.5: i64 = sadd.i64 field.2 rest.4 !1
              ret all.5
            }
          }
        }

        fun main.6() -> () !1 {
          l.7: list = con.list.nil !1
          l.8: list = con.list.cons 1 l.7 !1
          x.10: i64 = handle {
            tailcall sum.0 l.8 !1
          } with e.9 {
            ret 0
          } !1
          fun again.11(n.12: i64) -> (i64) !1 {
            switch n.12 {
              0 => {
                ret n.12
              }
              1 => {
                ret n.12
              }
              _ => {
                tailcall again.11 1 !1
              }
            }
          }
          join join.13(y.14: i64) !1 {
            () = global.set total y.14 !1
            pair.15: (i64, i1, f64, str) = tuple y.14 true 1.5 "s" !1
            second.16: i1 = get.1 pair.15 !1
            fun escape.17(k.18: cont(i1)) -> (i1) !1 {
              throw k.18 second.16 !1
            }
            z.19: i1 = callcc escape.17 !1
            join end.20() !1 {
              ret
            }
            cont k.21(code.22: i64) !1 {
              () = exit code.22 !1
              unreachable
            }
            n.23: i64 = call again.11 3 !1
            if z.19 {
              jump end.20
            } else {
              throw k.21 n.23 !1
            }
          }
          if true {
            jump join.13 x.10
          } else {
            jump join.13 2
          }
        }

        entry main.6
    "#]].assert_eq(&text);
}
