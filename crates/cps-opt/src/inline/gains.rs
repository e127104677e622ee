//! What a copy of a function saves: what the call knows of its operands and does with the results.

use base::SecondaryMap;
use cps::walk::Use;
use cps::{Atom, Body, Fun, Let, Module, Op, Tail, Var};
use prim::Data;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most rounds in which it is found out what functions do with what they are passed.
const ROUNDS: usize = 3;

/// What is known of a value, besides constants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A new value of a sum.
    Con(u32),
    /// A new tuple.
    Tuple,
    /// A constant, or computed from such.
    Const,
}

/// What is known of the variables of a module.
#[derive(Default)]
pub(super) struct Facts {
    /// What variables are bound to.
    pub(super) shapes: SecondaryMap<Var, Option<Shape>>,
    /// Variables that are taken apart, here or in a function that they are passed to.
    taken: SecondaryMap<Var, bool>,
    /// Continuations that lead back to themselves.
    loops: SecondaryMap<Var, bool>,
    /// The parameters of functions and continuations.
    params: FxHashMap<Var, Vec<Var>>,
}

impl Facts {
    /// Looks over a module.
    pub(super) fn of(module: &Module) -> Facts {
        let mut look = Look::default();
        module.funs.iter().for_each(|fun| look.fun(fun));
        let Look { mut facts, passed, .. } = look;
        for _ in 0..ROUNDS {
            let mut more = false;
            for (to, i, v) in &passed {
                let param = facts.params.get(to).and_then(|params| params.get(*i));
                if !facts.taken[*v] && param.is_some_and(|param| facts.taken[*param]) {
                    facts.taken[*v] = true;
                    more = true;
                }
            }
            if !more {
                break;
            }
        }
        facts
    }

    /// True if a continuation leads back to itself.
    pub(super) fn is_loop(&self, k: Var) -> bool {
        self.loops[k]
    }

    /// What is known of an operand.
    pub(super) fn shape(&self, atom: &Atom) -> Option<Shape> {
        match atom {
            Atom::Var(v) => self.shapes[*v],
            Atom::Const(_) => Some(Shape::Const),
        }
    }

    /// For each result of a function, true if it is known wherever the function returns it. None if
    /// calls in it return for it.
    pub(super) fn known_results(&self, fun: &Fun) -> Option<Vec<bool>> {
        let mut known = None;
        self.results(&fun.body, fun.k, &mut known).then_some(known).flatten()
    }

    fn results(&self, body: &Body, k: Var, known: &mut Option<Vec<bool>>) -> bool {
        let mut all = true;
        for binding in &body.lets {
            if let Let::Conts(conts) = binding {
                all = all && conts.iter().all(|cont| self.results(&cont.body, k, known));
            }
        }
        match &body.tail {
            Tail::Jump { k: to, args } if *to == k => {
                let known = known.get_or_insert_with(|| vec![true; args.len()]);
                let shape = |atom| self.shape(atom).is_some();
                known.iter_mut().zip(args).for_each(|(known, atom)| *known &= shape(atom));
            }
            Tail::Call { k: to, .. } if *to == k => return false,
            Tail::Jump { .. } | Tail::Call { .. } => {}
            Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => {}
            tail @ (Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. }) => {
                tail.bodies().for_each(|body| all = all && self.results(body, k, known));
            }
        }
        all
    }

    /// True if a continuation takes one of the results apart that are known.
    pub(super) fn takes(&self, k: Var, known: &[bool]) -> bool {
        let params = self.params.get(&k).map_or(&[][..], |params| params);
        params.iter().zip(known).any(|(param, known)| *known && self.taken[*param])
    }

    /// The size of a function where something is known of what it is passed, if that decides
    /// anything; none if it is more than `limit`.
    pub(super) fn size_where_known(&self, fun: &Fun, args: &[Atom], limit: usize) -> Option<usize> {
        let passed = fun.params.iter().zip(args);
        let known: FxHashMap<Var, Shape> = passed
            .filter(|(param, _)| self.taken[**param])
            .filter_map(|(param, arg)| Some((*param, self.shape(arg)?)))
            .collect();
        if known.is_empty() {
            return None;
        }
        let mut size = Known { known, limit, size: 0, decided: false };
        size.body(&fun.body);
        (size.decided && size.size <= limit).then_some(size.size)
    }
}

/// Collects facts.
#[derive(Default)]
struct Look {
    facts: Facts,
    /// The continuations around.
    around: FxHashSet<Var>,
    /// The variables that are passed to a function or continuation, and as what.
    passed: Vec<(Var, usize, Var)>,
}

impl Look {
    fn fun(&mut self, fun: &Fun) {
        self.facts.params.insert(fun.name, fun.params.clone());
        self.body(&fun.body);
    }

    fn body(&mut self, body: &Body) {
        for binding in &body.lets {
            match binding {
                Let::Op { dst, op, args, .. } => self.op(dst, op, args),
                Let::Funs(funs) => funs.iter().for_each(|fun| self.fun(fun)),
                Let::Conts(conts) => {
                    for cont in conts {
                        self.facts.params.insert(cont.name, cont.params.clone());
                        self.around.insert(cont.name);
                    }
                    conts.iter().for_each(|cont| self.body(&cont.body));
                    conts.iter().for_each(|cont| _ = self.around.remove(&cont.name));
                }
                Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        for (v, how) in body.tail.uses() {
            if matches!(how, Use::Jump | Use::Return) && self.around.contains(&v) {
                self.facts.loops[v] = true;
            }
        }
        match &body.tail {
            Tail::Call { fun: Atom::Var(to), args, .. } | Tail::Jump { k: to, args } => {
                let vars = args.iter().enumerate().filter_map(|(i, arg)| Some((i, arg.var()?)));
                self.passed.extend(vars.map(|(i, v)| (*to, i, v)));
            }
            Tail::If { cond: on, .. }
            | Tail::SwitchInt { scrutinee: on, .. }
            | Tail::SwitchSum { scrutinee: on, .. } => {
                on.var().into_iter().for_each(|v| self.facts.taken[v] = true);
            }
            Tail::Call { .. } | Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => {}
        }
        body.tail.bodies().for_each(|body| self.body(body));
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "few operations make or take apart")]
    fn op(&mut self, dst: &[Var], op: &Op, args: &[Atom]) {
        let shape = match op {
            Op::Data(Data::Con(_, con)) => Some(Shape::Con(*con)),
            Op::Data(Data::Tuple) => Some(Shape::Tuple),
            _ => None,
        };
        if let (Some(v), Some(shape)) = (dst.first(), shape) {
            self.facts.shapes[*v] = Some(shape);
        }
        // What is compared may decide a test.
        if matches!(op, Op::Prim(_) | Op::Data(Data::Get(_))) {
            args.iter().filter_map(Atom::var).for_each(|v| self.facts.taken[v] = true);
        }
    }
}

/// Measures a body where some variables are known.
struct Known {
    known: FxHashMap<Var, Shape>,
    limit: usize,
    size: usize,
    /// Something was decided.
    decided: bool,
}

impl Known {
    fn shape(&self, atom: &Atom) -> Option<Shape> {
        match atom {
            Atom::Var(v) => self.known.get(v).copied(),
            Atom::Const(_) => Some(Shape::Const),
        }
    }

    fn body(&mut self, body: &Body) {
        for binding in &body.lets {
            match binding {
                Let::Op { dst, op, args, .. } => self.op(dst, op, args),
                Let::Funs(_) | Let::Conts(_) => self.size += 1,
                Let::GetHandler { .. } | Let::SetHandler { .. } => self.size += 1,
                Let::Capture { .. } => self.size += 1,
            }
            binding.bodies().for_each(|body| self.inside(body));
        }
        self.size += 1;
        match &body.tail {
            Tail::If { cond, then, els } if self.shape(cond).is_some() => {
                self.decided = true;
                self.larger(&[then, els]);
            }
            Tail::SwitchInt { scrutinee, cases, default } if self.shape(scrutinee).is_some() => {
                self.decided = true;
                let cases: Vec<&Body> = cases.iter().map(|case| &case.1).collect();
                self.larger(&[&cases[..], &[default]].concat());
            }
            Tail::SwitchSum { scrutinee, cases, default, .. } => {
                let Some(Shape::Con(con)) = self.shape(scrutinee) else {
                    return self.all_inside(&body.tail);
                };
                self.decided = true;
                let case = cases.iter().find(|case| case.0 == con).map(|case| &case.1);
                let case = case.or(default.as_deref());
                case.into_iter().for_each(|body| self.inside(body));
            }
            Tail::If { .. } | Tail::SwitchInt { .. } => self.all_inside(&body.tail),
            Tail::Call { .. } | Tail::Jump { .. } | Tail::Raise { .. } => {}
            Tail::Throw { .. } | Tail::Unreachable => {}
        }
    }

    fn all_inside(&mut self, tail: &Tail) {
        tail.bodies().for_each(|body| self.inside(body));
    }

    fn inside(&mut self, body: &Body) {
        if self.size <= self.limit {
            self.body(body);
        }
    }

    /// Adds the largest of some bodies, of which one is left.
    fn larger(&mut self, bodies: &[&Body]) {
        let before = self.size;
        let mut most = before;
        for body in bodies {
            self.size = before;
            self.inside(body);
            most = most.max(self.size);
        }
        self.size = most;
    }

    fn op(&mut self, dst: &[Var], op: &Op, args: &[Atom]) {
        let is = |arg: &Atom, shape| self.shape(arg) == Some(shape);
        match (op, args.first().and_then(|arg| self.shape(arg))) {
            (Op::Data(Data::Get(_)), Some(Shape::Tuple)) => self.decided = true,
            (Op::ConField(..), Some(Shape::Con(_))) => {}
            (Op::Prim(_), Some(_)) if args.iter().all(|arg| is(arg, Shape::Const)) => {
                self.decided = true;
                dst.iter().for_each(|v| _ = self.known.insert(*v, Shape::Const));
            }
            _ => self.size += 1,
        }
    }
}
