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

/// An invariant, and a change that breaks it.
type Change = (Rule, fn(&mut Module));

#[expect(clippy::wildcard_enum_match_arm, reason = "the text has the tail that is changed")]
const CHANGES: &[Change] = &[
    (Rule::BoundTwice, |module| module.funs[0].params.push(Var(0))),
    (Rule::Undeclared, |module| module.funs[0].params.push(Var(99))),
    (Rule::Scope, |module| module.funs[0].params.truncate(1)),
    (Rule::FunctionType, |module| {
        let f = module.funs[0].name;
        module.vars[f].ty = module.types.i64();
    }),
    (Rule::UnknownSum, |module| match &mut module.funs[0].body.tail {
        Tail::SwitchSum { sum, .. } => *sum = SumId::from_index(9),
        other => panic!("{other:?}"),
    }),
    (Rule::UnknownConstructor, |module| match &mut module.funs[0].body.tail {
        Tail::SwitchSum { cases, .. } => cases[0].0 = 9,
        other => panic!("{other:?}"),
    }),
    (Rule::Operation, |module| {
        let (dst, op) = (vec![], cps::Op::ConField(SumId::from_index(9), 0, 0));
        let args = vec![cps::Atom::Var(module.funs[0].params[0])];
        module.funs[0].body.lets.push(cps::Let::Op { dst, op, args, pos: base::Pos::NONE });
    }),
    (Rule::IntegerFits, |module| match &mut module.funs[0].body.tail {
        Tail::SwitchSum { cases, .. } => match &mut cases[0].1.tail {
            Tail::SwitchInt { cases, .. } => cases[0].0 = 256,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }),
];

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
