//! Invariants that no text breaks: modules that are changed by hand break them.

use base::EntityId;
use cps::{Module, Rule, Tail, Var, check};
use kont_cps as cps;
use types::SumId;

const SOURCE: &[u8] = b"cps 1
    sum s = a(i64) | b
    fun f(x: s, y: i8) return k: cont(i8) {
        case x { a => { switch y { 1 => { jump k y } _ => { jump k y } } } b => { jump k y } }
    }";

/// Breaks the module.
type Change = fn(&mut Module);

const CHANGES: &[(Rule, Change)] = &[
    (Rule::BoundTwice, |module| module.funs[0].params.push(Var(0))),
    (Rule::Undeclared, |module| module.funs[0].params.push(Var(99))),
    (Rule::Scope, |module| module.funs[0].params.truncate(1)),
    (Rule::FunctionType, |module| {
        let f = module.funs[0].name;
        module.vars[f].ty = module.types.i64();
    }),
    (Rule::UnknownSum, |module| {
        let Tail::SwitchSum { sum, .. } = &mut module.funs[0].body.tail else {
            panic!("{SOURCE:?} begins with a case")
        };
        *sum = SumId::from_index(9);
    }),
    (Rule::UnknownConstructor, |module| cases_of_sum(module)[0].0 = 9),
    (Rule::Operation, |module| {
        let (dst, op) = (vec![], cps::Op::ConField(SumId::from_index(9), 0, 0));
        let args = vec![cps::Atom::Var(module.funs[0].params[0])];
        module.funs[0].body.lets.push(cps::Let::Op { dst, op, args, pos: base::Pos::NONE });
    }),
    (Rule::IntegerFits, |module| {
        let tail = &mut cases_of_sum(module)[0].1.tail;
        let Tail::SwitchInt { cases, .. } = tail else { panic!("{tail:?}") };
        cases[0].0 = 256;
    }),
];

/// The cases of the `case` that `f` begins with.
fn cases_of_sum(module: &mut Module) -> &mut [(u32, cps::Body)] {
    let Tail::SwitchSum { cases, .. } = &mut module.funs[0].body.tail else {
        panic!("{SOURCE:?} begins with a case")
    };
    cases
}

#[test]
fn what_no_text_says_is_found_as_well() {
    let right = cps::parse(SOURCE).expect("a module");
    assert_eq!(check(&right), []);
    for (rule, change) in CHANGES {
        let mut module = right.clone();
        change(&mut module);
        let found = check(&module);
        assert!(found.iter().any(|violation| violation.rule == rule.title()), "{rule:?} {found:?}");
    }
}
