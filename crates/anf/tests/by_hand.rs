//! Invariants that no text breaks: modules that are changed by hand break them.

use anf::check::{Rule, check};
use anf::{Atom, Case, Module, Tail, Var};
use base::EntityId;
use kont_anf as anf;
use prim::Const;
use types::{SumId, Ty, Width};

const SOURCE: &[u8] = b"anf 1
    sum s = a(i64) | b
    global g: i64
    foreign c \"c\" () -> ()
    import i \"i\": fun() -> ()
    fun f(x: s, y: i64) -> (i64) {
        join j() { ret y }
        case x { a(z) => { jump j } b => { ret 1 } }
    }";

/// A rule, and a change after which a module breaks it.
type Change = (Rule, fn(&mut Module));

const CHANGES: &[Change] = &[
    (Rule::BoundTwice, |module| module.funs[0].params.push(Var(0))),
    (Rule::Undeclared, |module| module.funs[0].params.push(Var(99))),
    (Rule::Scope, |module| module.funs[0].params.truncate(1)),
    (Rule::JoinScope, |module| module.funs[0].body.lets.clear()),
    (Rule::VariableType, |module| module.funs[0].results.clear()),
    (Rule::FieldCount, |module| cases(module)[0].fields.clear()),
    (Rule::FieldType, |module| {
        let z = cases(module)[0].fields[0];
        module.vars[z].ty = module.types.intern(Ty::Str);
    }),
    (Rule::Scrutinee, |module| *scrutinee(module).0 = Atom::Const(Const::i64(1))),
    (Rule::UnknownSum, |module| *scrutinee(module).1 = SumId::from_index(9)),
    (Rule::UnknownConstructor, |module| cases(module)[0].tag = 9),
    (Rule::IntegerFits, |module| {
        cases(module)[1].body.tail = Tail::Ret(vec![Atom::Const(Const::Int(Width::I8, 256))]);
    }),
    (Rule::SumTwice, |module| {
        module.types.add_sum("s", vec![]);
    }),
    (Rule::ConstructorTwice, |module| {
        let sum = &mut module.types.sums[SumId::from_index(0)];
        sum.constructors.push(sum.constructors[0].clone());
    }),
    (Rule::GlobalTwice, |module| {
        let global = module.globals.values().next().cloned();
        global.into_iter().for_each(|global| _ = module.globals.push(global));
    }),
    (Rule::ForeignTwice, |module| {
        let foreign = module.foreigns.values().next().cloned();
        foreign.into_iter().for_each(|foreign| _ = module.foreigns.push(foreign));
    }),
    (Rule::Export, |module| module.exports.push(module.imports[0].var)),
    (Rule::UnknownPosition, |module| module.funs[0].pos = base::Pos(7)),
];

fn scrutinee(module: &mut Module) -> (&mut Atom, &mut SumId) {
    let Tail::SwitchSum { scrutinee, sum, .. } = &mut module.funs[0].body.tail else {
        panic!("the function ends in a switch on a sum");
    };
    (scrutinee, sum)
}

fn cases(module: &mut Module) -> &mut [Case] {
    let Tail::SwitchSum { cases, .. } = &mut module.funs[0].body.tail else {
        panic!("the function ends in a switch on a sum");
    };
    cases
}

#[test]
fn what_no_text_says_is_found_as_well() {
    let right = anf::parse(SOURCE).expect("a module");
    assert_eq!(check(&right), []);
    for (rule, change) in CHANGES {
        let mut module = right.clone();
        change(&mut module);
        let found = check(&module);
        assert!(found.iter().any(|violation| violation.rule == rule.title()), "{rule:?} {found:?}");
    }
}
