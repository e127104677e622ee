//! Invariants that no text breaks: units that are changed by hand break them.

use flow::{Cluster, Kind, Rule, Unit, Var, check};
use kont_flow as flow;

const SOURCE: &[u8] = b"flow 1
    fun f(x: i64) clos c return k {
        fun g(y: i64) { throw k y }
        jump g x
    }";

/// A rule, and a change after which a unit breaks it.
type Change = (Rule, fn(&mut Unit));

const CHANGES: &[Change] = &[
    (Rule::DeclaredTwice, |unit| {
        let again = cluster(unit).clone();
        unit.clusters.push(again);
    }),
    (Rule::ClosureKind, |unit| {
        let clos = cluster(unit).clos.expect("a closure");
        unit.vars[clos].kind = Kind::Cont;
    }),
    (Rule::ContKind, |unit| {
        let k = cluster(unit).k.expect("a continuation");
        unit.vars[k].kind = Kind::Ref;
    }),
    (Rule::Undeclared, |unit| cluster(unit).params.push(Var(99))),
    (Rule::Local, |unit| {
        let again = cluster(unit).body.lets[0].clone();
        cluster(unit).body.lets.push(again);
    }),
];

fn cluster(unit: &mut Unit) -> &mut Cluster {
    unit.clusters.iter_mut().next().expect("a cluster").1
}

#[test]
fn what_no_text_says_is_found_as_well() {
    let right = flow::parse(SOURCE).expect("a unit");
    assert_eq!(check(&right), []);
    for (rule, change) in CHANGES {
        let mut unit = right.clone();
        change(&mut unit);
        let found = check(&unit);
        assert!(found.iter().any(|violation| violation.rule == rule.title()), "{rule:?} {found:?}");
    }
}
