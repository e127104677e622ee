//! The tests at the entry of a function.

use super::sink::sink;
use cps::{Body, Let, Op, Tail, Var};
use prim::{Data, Prim};

/// Most tests on the way to a leaf.
pub(super) const DEPTH: usize = 4;

/// Most that the tests of a function may be.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) bindings: usize,
    pub(super) leaves: usize,
    pub(super) workers: usize,
}

/// What a body is, as a part of the tests of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Cheap bindings, and a jump to the return of the function.
    Return,
    /// Cheap bindings, and a branch to others of which some return.
    Tests,
    /// As short as a call of a worker: a transfer alone, or a raise of an exception made here.
    Short,
    /// Anything else.
    Rest,
}

impl Kind {
    /// The kind of a body of a function that returns to `k`.
    pub(super) fn of(body: &Body, k: Var, depth: usize) -> Kind {
        let branches =
            matches!(body.tail, Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. });
        if is_short(body) {
            return Kind::Short;
        }
        if !body.lets.iter().all(is_cheap) {
            return Kind::Rest;
        }
        if let Tail::Jump { k: to, .. } = &body.tail {
            return if *to == k { Kind::Return } else { Kind::Rest };
        }
        if !branches || depth == 0 {
            return Kind::Rest;
        }
        let returns = |kind: Kind| matches!(kind, Kind::Return | Kind::Tests);
        let some = body.tail.bodies().any(|inside| returns(Kind::of(inside, k, depth - 1)));
        if some { Kind::Tests } else { Kind::Rest }
    }
}

/// What the tests of a function come to.
#[derive(Default)]
pub(super) struct Tree {
    bindings: usize,
    leaves: usize,
    workers: usize,
}

impl Tree {
    /// True if some branch near the entry returns, whatever is bound before it.
    pub(super) fn may_be(body: &Body, k: Var) -> bool {
        fn returns(body: &Body, k: Var, depth: usize) -> bool {
            match &body.tail {
                Tail::Jump { k: to, .. } => *to == k,
                tail => depth > 0 && tail.bodies().any(|inside| returns(inside, k, depth - 1)),
            }
        }
        body.tail.bodies().any(|inside| returns(inside, k, DEPTH - 1))
    }

    /// True if a function begins with tests of which some return and some go on, within limits.
    pub(super) fn of(body: &Body, k: Var, limits: Limits) -> bool {
        let mut tree = Tree::default();
        tree.add(body, k, DEPTH);
        Kind::of(body, k, DEPTH) == Kind::Tests
            && tree.bindings <= limits.bindings
            && (1..=limits.leaves).contains(&tree.leaves)
            && (1..=limits.workers).contains(&tree.workers)
    }

    fn add(&mut self, body: &Body, k: Var, depth: usize) {
        match Kind::of(body, k, depth) {
            Kind::Short => {}
            Kind::Rest => self.workers += 1,
            Kind::Return => {
                self.bindings += body.lets.len();
                self.leaves += 1;
            }
            Kind::Tests => {
                self.bindings += body.lets.len();
                body.tail.bodies().for_each(|inside| self.add(inside, k, depth - 1));
            }
        }
    }
}

/// Most bindings before a raise that is as short as a call.
const RAISE: usize = 2;

fn is_short(body: &Body) -> bool {
    match &body.tail {
        Tail::Call { .. } | Tail::Throw { .. } | Tail::Unreachable => body.lets.is_empty(),
        Tail::Raise { .. } => {
            body.lets.len() <= RAISE && body.lets.iter().all(|b| matches!(b, Let::Op { .. }))
        }
        Tail::Jump { .. } | Tail::If { .. } => false,
        Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => false,
    }
}

/// Gathers the cases that go on of all tests, and moves what only one branch needs into it.
pub(super) fn arrange(body: &mut Body, k: Var, depth: usize) {
    gather(&mut body.tail, k, depth);
    sink(body);
    if depth > 1 {
        body.tail.bodies_mut().for_each(|inside| arrange(inside, k, depth - 1));
    }
}

/// True if several cases of a branch go on, and what is in no case does not return: these can go
/// to one worker.
fn gathers(tail: &Tail, k: Var, depth: usize) -> bool {
    let default = match tail {
        Tail::SwitchInt { default, .. } => Some(&**default),
        Tail::SwitchSum { default, .. } => default.as_deref(),
        Tail::If { .. } | Tail::Call { .. } | Tail::Jump { .. } | Tail::Raise { .. } => {
            return false;
        }
        Tail::Throw { .. } | Tail::Unreachable => return false,
    };
    let kind = |body: &Body| Kind::of(body, k, depth - 1);
    let returns = |body: &Body| matches!(kind(body), Kind::Return | Kind::Tests);
    default.is_none_or(|body| !returns(body))
        && tail.bodies().any(returns)
        && tail.bodies().filter(|body| kind(body) == Kind::Rest).count() > 1
}

/// Makes all cases of a branch that go on, and what is in no case, one case, which branches again.
fn gather(tail: &mut Tail, k: Var, depth: usize) {
    if !gathers(tail, k, depth) {
        return;
    }
    let goes_on = |body: &Body| Kind::of(body, k, depth - 1) == Kind::Rest;
    let alone = |tail: Tail| Box::new(Body { lets: Vec::new(), tail });
    match tail {
        Tail::SwitchInt { scrutinee, cases, default } => {
            let (rest, stay) = std::mem::take(cases).into_iter().partition(|(_, b)| goes_on(b));
            let old = std::mem::replace(default, alone(Tail::Unreachable));
            let scrutinee = scrutinee.clone();
            *default = alone(Tail::SwitchInt { scrutinee, cases: rest, default: old });
            *cases = stay;
        }
        Tail::SwitchSum { scrutinee, sum, cases, default } => {
            let (rest, stay) = std::mem::take(cases).into_iter().partition(|(_, b)| goes_on(b));
            let old = default.take().or_else(|| Some(alone(Tail::Unreachable)));
            let scrutinee = scrutinee.clone();
            *default =
                Some(alone(Tail::SwitchSum { scrutinee, sum: *sum, cases: rest, default: old }));
            *cases = stay;
        }
        Tail::If { .. } | Tail::Call { .. } | Tail::Jump { .. } | Tail::Raise { .. } => {}
        Tail::Throw { .. } | Tail::Unreachable => {}
    }
}

/// True if a binding costs about as much as passing its result.
fn is_cheap(binding: &Let) -> bool {
    let Let::Op { op, args, .. } = binding else { return false };
    match op {
        Op::Prim(Prim::Rt(_) | Prim::FUn(..) | Prim::Fma(_)) => false,
        Op::Prim(_) | Op::ConField(..) | Op::AnyIs(_) | Op::AnyAs(_) => true,
        Op::Data(Data::Con(..)) => args.is_empty(),
        Op::Data(Data::Copy | Data::Get(_) | Data::Deref | Data::Global(_) | Data::Same) => true,
        Op::Data(Data::ArrayLen | Data::ArrayGet | Data::ArrayGetU | Data::Builtin(_)) => true,
        Op::Data(Data::ExnIs) => true,
        Op::Data(_) | Op::AnyInject(_) | Op::AnyProject(_) => false,
    }
}
