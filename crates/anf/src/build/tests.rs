//! Tests of the modules that the builder makes.

use super::Builder;
use crate::{Linkage, Tail, Var, check};
use expect_test::expect_file;
use prim::{Data, IntOp, Prim, Rt};
use types::{Constructor, GlobalId, SumId, Ty, Width};

const ADD: Prim = Prim::Int(IntOp::SAdd, Width::I64);

#[test]
fn every_construct_can_be_built() {
    let mut b = Builder::new();
    let i64 = b.types().i64();
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
    b.define(main, &[], |b, _| main_body(b, list, sum, total));
    b.entry(main);
    b.export(sum);
    let module = b.finish();
    assert_eq!(check(&module), []);
    let text = module.to_string();
    assert_eq!(crate::parse(text.as_bytes()).expect("a module").to_string(), text);
    expect_file!["every_construct.anf"].assert_eq(&text);
}

/// A body with the other constructs.
fn main_body(b: &mut Builder, list: SumId, sum: Var, total: GlobalId) -> Tail {
    let (i64, bool) = (b.types().i64(), b.types().bool());
    let nil = b.con("l", list, 0, []);
    let l = b.con("l", list, 1, [1.into(), nil.into()]);
    let x =
        b.handle(&[("x", i64)], |b| b.tail_call(sum, [l.into()]), "e", |b, _, _| b.ret([0.into()]));
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
}

#[test]
fn goes_on_with_a_module_that_was_read() {
    let library = crate::parse(b"anf 1 fun one() -> (i64) { ret 1 }").unwrap();
    let one = library.funs[0].name;
    let mut b = Builder::from(library);
    let main = b.declare("main", &[], &[]);
    b.define(main, &[], |b, _| {
        b.call("x", one, []);
        b.ret([])
    });
    b.entry(main);
    let module = b.finish();
    assert_eq!(check(&module), []);
    assert_eq!(module.funs.len(), 2);
}
