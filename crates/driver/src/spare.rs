//! What the executable of a program can do without.

use flow::walk::{Event, OpRef, walk};
use flow::{Atom, FlowOp, Unit};
use host::groups::{Group, NO_CALLS};
use host::show::Part;
use link::Replaced;
use prim::{Const, Prim, Rt};
use std::collections::BTreeSet;

/// The functions of the runtime that are to be replaced in the executable of a unit. Code of others,
/// if there is any, may call everything.
pub(crate) fn replaced(unit: &Unit, alone: bool) -> Vec<Replaced> {
    if !alone {
        return Vec::new();
    }
    let wanted = groups(unit);
    let unwanted = Group::ALL.into_iter().filter(|group| !wanted.contains(group));
    let calls = unwanted.map(|group| Replaced::new(group.symbol(), NO_CALLS));
    let shown = parts(unit);
    let parts = Part::ALL.into_iter().filter(|part| !shown.contains(part));
    let parts = parts.map(Part::symbols).map(|(part, nothing)| Replaced::new(part, nothing));
    // A panic ends the process, and nothing else could unwind.
    let unwinding = ["_Unwind_Resume", "rust_eh_personality"];
    let calls = calls.chain(parts);
    calls.chain(unwinding.map(|symbol| Replaced::new(symbol, abi::UNWOUND))).collect()
}

/// The parts of messages that the exceptions of a unit may need.
fn parts(unit: &Unit) -> BTreeSet<Part> {
    let mut parts = BTreeSet::new();
    for event in unit.clusters.values().flat_map(|cluster| walk(&cluster.body)) {
        let Event::Op(OpRef { op: FlowOp::Prim(Prim::Rt(Rt::ExnDescribe)), args, .. }) = event
        else {
            continue;
        };
        match args.first() {
            Some(Atom::Const(Const::Str(description))) => parts.extend(Part::of(description)),
            _ => parts.extend(Part::ALL),
        }
    }
    parts
}

/// The groups of calls of the system that a unit may make. A name that is not written at the call is
/// a constant elsewhere in the unit: a name that a program computes counts only if no constant is
/// one.
fn groups(unit: &Unit) -> BTreeSet<Group> {
    let (mut named, mut constants, mut unknown) = (BTreeSet::new(), BTreeSet::new(), false);
    let group = |atom: &Atom| match atom {
        Atom::Const(Const::Str(name)) => Group::of(name),
        Atom::Const(_) | Atom::Var(_) => None,
        Atom::Imm(_) | Atom::Static(_) | Atom::StaticImport(_) => None,
    };
    for event in unit.clusters.values().flat_map(|cluster| walk(&cluster.body)) {
        if let Event::Op(OpRef { op: FlowOp::Prim(Prim::Rt(Rt::SysCall)), args, .. }) = event {
            named.extend(args.first().and_then(group));
            unknown |= args.first().and_then(Atom::var).is_some();
        } else if let Event::Op(op) = event {
            constants.extend(op.args.iter().filter_map(group));
        } else if let Event::Tail(tail) = event {
            constants.extend(tail.operands().filter_map(group));
        }
    }
    match (unknown, constants.is_empty()) {
        (false, _) => named,
        (true, false) => &named | &constants,
        (true, true) => BTreeSet::from(Group::ALL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(call: &str) -> BTreeSet<Group> {
        let text = format!("flow 1\nfun main() return k {{\n  {call}\n  throw k\n}}\nentry main\n");
        groups(&flow::parse(text.as_bytes()).expect("a unit"))
    }

    #[test]
    fn calls_by_name_want_their_groups() {
        let call = |name: &str| format!("(n: i64, s: ref) = sys.call {name} \"stat\" \"\" 0 0");
        assert_eq!(found(&call("\"poll\"")), BTreeSet::new());
        assert_eq!(found(&call("\"fork\"")), BTreeSet::from([Group::Processes]));
        let two =
            format!("{}\n  (m: i64, t: ref) = sys.call \"socket\" \"\" \"\" 0 0", call("\"open\""));
        assert_eq!(found(&two), BTreeSet::from([Group::Files, Group::Sockets]));
    }

    #[test]
    fn a_name_that_is_not_known_is_any_that_the_unit_has() {
        let call = |concat: &str| {
            format!("x: ref = str.concat {concat}\n  (n: i64, s: ref) = sys.call x \"\" \"\" 0 0")
        };
        assert_eq!(found(&call("\"fork\" \"\"")), BTreeSet::from([Group::Processes]));
        assert_eq!(found(&call("\"fo\" \"rk\"")), BTreeSet::from(Group::ALL));
        assert_eq!(found("x: ref = str.concat \"fork\" \"\""), BTreeSet::new());
    }
}
