//! Every invariant of the crate's documentation; all violations at once.
//!
//! - variables and local functions are in scope where they are used; clusters,
//!   globals, foreign functions and imports exist; what is bound at once has
//!   names apart;
//! - operands and results have the kinds that are wanted ([`op_kinds`]);
//!   jumps and known calls fit what they go to; an immediate is odd;
//! - what is passed fits the slots, what is kept fits a layout;
//! - `check` stands first, `pop` is applied once, to the cluster's own frame,
//!   before any other use of it;
//! - the room that `check` asks for suffices (see `alloc`);
//! - where frames are on a stack, nothing needs them elsewhere ([`stack`]);
//! - names of clusters are unique, a local function is defined once, nesting is
//!   at most [`MAX_NESTING`] deep, the entry is a function without parameters.

mod freestanding;
mod rule;
mod stack;
#[cfg(test)]
mod tests;

pub use rule::Rule;

use crate::Rooms;
use crate::kinds::{atom_kind, op_kinds, takes};
use crate::walk::{Event, OpRef, walk};
use crate::{Atom, Cluster, ClusterKind, FlowOp, Frames, Kind, Let, Local, LocalFun, MAX_NESTING};
use crate::{Tail, Target, Unit, Var};
use abi::{FLOAT_SLOTS, INT_SLOTS, LAYOUT_FIELDS, STACK_FIELDS};
use base::{EntityId, Name, Violation};
use rustc_hash::{FxHashMap, FxHashSet};

impl pass::Ir for Unit {
    const LANGUAGE: &'static str = "flow";

    fn check(&self) -> Vec<Violation> {
        check(self)
    }

    /// Liveness and coherence.
    fn check_kept(&self) -> Vec<Violation> {
        crate::coherent::decide(self)
    }
}

/// The rules that the unit breaks, in words that begin with the name of the cluster.
pub fn check(unit: &Unit) -> Vec<Violation> {
    let mut found = declarations(unit);
    let mut defined = FxHashSet::default();
    for (id, cluster) in unit.clusters.iter() {
        let mut checker = Checker {
            unit,
            cluster,
            number: id.index(),
            found: &mut found,
            vars: FxHashMap::default(),
            bound: Vec::new(),
            funs: FxHashMap::default(),
            in_scope: Vec::new(),
            scopes: Vec::new(),
            defined: &mut defined,
        };
        checker.cluster();
        checker.polls();
    }
    for (id, problem) in Rooms::wrong(unit) {
        found.push(in_cluster(Rule::Room, id.index(), &unit.clusters[id], &problem));
    }
    found
}

/// Names, and the entry.
fn declarations(unit: &Unit) -> Vec<Violation> {
    let mut violations = Vec::new();
    let none =
        |rule: Rule, what| Violation { rule: rule.title(), what, function: None, span: None };
    let mut unique = |what: &str, names: Vec<&Name>| {
        let mut seen: FxHashSet<&Name> = FxHashSet::default();
        for name in names.into_iter().filter(|name| !seen.insert(*name)) {
            violations.push(none(Rule::DeclaredTwice, format!("{what} {name} is declared twice")));
        }
    };
    unique("cluster", unit.clusters.values().map(|c| &c.name).collect());
    unique("global", unit.globals.values().map(|g| &g.name).collect());
    unique("foreign function", unit.foreigns.values().map(|f| &f.name).collect());
    unique("import", unit.imports.values().map(|i| &i.name).collect());
    for import in unit.imports.values() {
        if let Some(problem) = slots(&import.params) {
            violations.push(none(Rule::Slots, format!("import {}: {problem}", import.name)));
        }
    }
    if let Some(id) = unit.entry {
        match unit.clusters.get(id) {
            None => violations.push(none(Rule::Entry, "the entry does not exist".to_owned())),
            Some(c)
                if c.kind != ClusterKind::Fun || !c.params.is_empty() || !c.fields.is_empty() =>
            {
                let what = "the entry is no function without parameters and fields";
                violations.push(in_cluster(Rule::Entry, id.index(), c, what));
            }
            Some(_) => {}
        }
    }
    violations
}

/// A violation in the cluster with this number.
pub(crate) fn in_cluster(rule: Rule, number: usize, cluster: &Cluster, what: &str) -> Violation {
    let what = format!("{}: {what}", cluster.name);
    Violation { rule: rule.title(), what, function: Some(number), span: None }
}

/// The fault in passing values of these kinds, if there is one.
fn slots(kinds: &[Kind]) -> Option<String> {
    let floats = kinds.iter().filter(|kind| kind.is_float()).count();
    let ints = kinds.len() - floats;
    if ints > INT_SLOTS {
        return Some(format!("{ints} values for {INT_SLOTS} integer slots"));
    }
    (floats > FLOAT_SLOTS)
        .then(|| format!("{floats} numbers for {FLOAT_SLOTS} floating-point slots"))
}

struct Checker<'a> {
    unit: &'a Unit,
    cluster: &'a Cluster,
    number: usize,
    found: &'a mut Vec<Violation>,
    /// The number of bindings of each variable that are in scope.
    vars: FxHashMap<Var, u32>,
    bound: Vec<Var>,
    funs: FxHashMap<Local, &'a LocalFun>,
    in_scope: Vec<Local>,
    /// The beginnings of the open scopes in `bound` and `in_scope`.
    scopes: Vec<(usize, usize)>,
    /// Local functions of the whole unit.
    defined: &'a mut FxHashSet<Local>,
}

impl<'a> Checker<'a> {
    fn fail(&mut self, rule: Rule, what: impl AsRef<str>) {
        self.found.push(in_cluster(rule, self.number, self.cluster, what.as_ref()));
    }

    fn cluster(&mut self) {
        self.header();
        let cluster = self.cluster;
        if !distinct(&cluster.entry_vars().collect::<Vec<_>>()) {
            self.fail(Rule::SameNames, "two parameters have one name");
        }
        cluster.entry_vars().for_each(|var| self.bind(var));
        let mut deepest = 0;
        for event in walk(&cluster.body) {
            self.event(event);
            deepest = deepest.max(self.scopes.len());
        }
        if deepest > MAX_NESTING {
            self.fail(Rule::Nesting, format!("bodies are nested {deepest} deep"));
        }
        self.check_and_pop();
        self.frames();
    }

    fn header(&mut self) {
        let Cluster { kind, clos, k, params, fields, anys, .. } = self.cluster;
        let kinds = self.kinds_of(params);
        if let Some(count) = anys
            && (*kind != ClusterKind::Fun || *count as usize > abi::MOST_ANYS)
        {
            self.fail(Rule::Anys, format!("no closure of it is an `any` of {count} parameters"));
        }
        if let Some(problem) = slots(&kinds)
            && kind.has_slots()
        {
            self.fail(Rule::Slots, format!("the parameters do not fit: {problem}"));
        }
        if let Some(var) = clos
            && self.kinds_of(&[*var]) != [Kind::Ref]
        {
            self.fail(Rule::ClosureKind, "the closure is not of kind ref");
        }
        if let Some(var) = k
            && self.kinds_of(&[*var]) != [Kind::Cont]
        {
            self.fail(Rule::ContKind, "the continuation is not of kind cont");
        }
        if let ClusterKind::Foreign(foreign) = kind {
            self.foreign(*foreign, &kinds);
        }
        let words = self.cluster.frame_words();
        let most = match (kind, self.unit.frames) {
            (ClusterKind::Cont, Frames::Stack) => STACK_FIELDS,
            (ClusterKind::Cont, Frames::Heap) => LAYOUT_FIELDS - 1,
            (ClusterKind::Fun | ClusterKind::Known | ClusterKind::Foreign(_), _) => LAYOUT_FIELDS,
        };
        if words > most {
            self.fail(Rule::Layout, format!("{words} fields do not fit a layout"));
        }
        match kind {
            ClusterKind::Fun | ClusterKind::Known if fields.contains(&Kind::Cont) => {
                self.fail(Rule::KeptCont, "a continuation is kept in frames only");
            }
            ClusterKind::Fun | ClusterKind::Known | ClusterKind::Foreign(_) => {}
            ClusterKind::Cont if k.is_none() => {
                self.fail(Rule::NoFrame, "a continuation has no frame")
            }
            ClusterKind::Cont if clos.is_some() => {
                self.fail(Rule::ContClosure, "a continuation has a closure")
            }
            ClusterKind::Cont => {}
        }
    }

    fn kinds_of(&self, vars: &[Var]) -> Vec<Kind> {
        vars.iter().filter_map(|var| self.unit.vars.get(*var)).map(|info| info.kind).collect()
    }

    fn event(&mut self, event: Event<'a>) {
        match event {
            Event::Op(op) => self.op(op),
            Event::Funs(funs) => {
                for fun in funs {
                    if !self.defined.insert(fun.name) || self.unit.locals.get(fun.name).is_none() {
                        let name = self.unit.show_local(fun.name).to_string();
                        self.fail(
                            Rule::Local,
                            format!("the local function {name} is defined twice or not known"),
                        );
                    }
                    self.funs.insert(fun.name, fun);
                    self.in_scope.push(fun.name);
                }
            }
            Event::EnterFun(fun) => {
                self.scopes.push((self.bound.len(), self.in_scope.len()));
                if !distinct(&fun.params) {
                    let name = self.unit.show_local(fun.name).to_string();
                    self.fail(Rule::SameNames, format!("two parameters of {name} have one name"));
                }
                fun.params.iter().for_each(|var| self.bind(*var));
            }
            Event::EnterBranch(..) => self.scopes.push((self.bound.len(), self.in_scope.len())),
            Event::LeaveFun(_) | Event::LeaveBranch(..) => {
                let (bound, in_scope) = self.scopes.pop().unwrap_or((0, 0));
                for var in self.bound.drain(bound..) {
                    *self.vars.entry(var).or_default() -= 1;
                }
                for fun in self.in_scope.drain(in_scope..) {
                    self.funs.remove(&fun);
                }
            }
            Event::Tail(tail) => self.tail(tail),
            Event::EndBranches(_) => {}
        }
    }

    fn bind(&mut self, var: Var) {
        if self.unit.vars.get(var).is_none() {
            self.fail(Rule::Undeclared, format!("{var:?} does not exist"));
        }
        *self.vars.entry(var).or_default() += 1;
        self.bound.push(var);
    }

    /// The kinds of operands, if all are in scope and well-formed.
    fn atoms<'b>(&mut self, atoms: impl IntoIterator<Item = &'b Atom>) -> Option<Vec<Kind>> {
        let kinds: Vec<Option<Kind>> = atoms.into_iter().map(|atom| self.atom(atom)).collect();
        kinds.into_iter().collect()
    }

    fn atom(&mut self, atom: &Atom) -> Option<Kind> {
        let wrong = match atom {
            Atom::Var(var) if self.vars.get(var).is_none_or(|n| *n == 0) => "is not in scope",
            Atom::Imm(word) if word & 1 == 0 => "is even",
            Atom::Static(id) => match self.unit.clusters.get(*id) {
                None => "does not exist",
                Some(c) if c.kind == ClusterKind::Cont => "is a continuation",
                Some(c) if !c.kind.is_fun() => "is a foreign function",
                Some(c) if !c.fields.is_empty() => "has fields",
                Some(_) => return Some(Kind::Ref),
            },
            Atom::StaticImport(id) if self.unit.imports.get(*id).is_none() => "does not exist",
            Atom::Var(_) | Atom::Const(_) | Atom::Imm(_) | Atom::StaticImport(_) => {
                return atom_kind(self.unit, atom);
            }
        };
        let text = self.unit.show_atom(atom);
        self.fail(Rule::Operand, format!("{text} {wrong}"));
        None
    }

    fn op(&mut self, op: OpRef<'_>) {
        let args = self.atoms(op.args);
        let dst = self.kinds_of(op.dst);
        if let Some(args) = args
            && let Err(problem) = op_kinds(self.unit, self.cluster, op.op, &args, &dst)
        {
            let text = self.unit.show_op(op.op);
            self.fail(Rule::Operation, format!("{text}: {problem}"));
        }
        if !distinct(op.dst) {
            let text = self.unit.show_op(op.op);
            self.fail(Rule::SameNames, format!("{text}: two results have one name"));
        }
        op.dst.iter().for_each(|var| self.bind(*var));
    }

    fn tail(&mut self, tail: &Tail) {
        let Some(kinds) = self.atoms(tail.operands()) else { return };
        let (rule, problem) = match tail {
            Tail::Jump { fun, .. } => (Rule::Jump, self.jump(*fun, &kinds)),
            Tail::If { .. } => match kinds.first() {
                Some(Kind::Int(_)) => return,
                _ => (Rule::Condition, Err("if: the condition is no integer".to_owned())),
            },
            Tail::Switch { cases, .. } => {
                (Rule::Switch, switch(&kinds, cases.iter().map(|(value, _)| *value)))
            }
            Tail::Apply { target, clos, args, k, .. } => {
                (Rule::Apply, self.apply(target, clos.as_ref(), args, k.as_ref(), &kinds))
            }
            Tail::Throw { .. } if !self.cluster.kind.has_slots() => return,
            Tail::Throw { .. } => (Rule::Throw, ends_with(Kind::Cont, "throw", &kinds)),
            Tail::Reinstate { .. } => (Rule::Throw, ends_with(Kind::Ref, "reinstate", &kinds)),
            Tail::Raise { origin, k, .. } => {
                let mut want = vec![Kind::Ref];
                want.extend(origin.iter().map(|_| Kind::Ref));
                want.extend(k.iter().map(|_| Kind::Cont));
                (Rule::Raise, takes(&want, &kinds).map_err(|problem| format!("raise: {problem}")))
            }
            Tail::Unreachable => return,
        };
        if let Err(problem) = problem {
            self.fail(rule, problem);
        }
    }

    fn jump(&self, fun: Local, args: &[Kind]) -> Result<(), String> {
        let name = self.unit.show_local(fun);
        let target =
            self.funs.get(&fun).ok_or_else(|| format!("jump {name}: it is not in scope"))?;
        takes(&self.kinds_of(&target.params), args)
            .map_err(|problem| format!("jump {name}: {problem}"))
    }

    fn apply(
        &self,
        target: &Target,
        clos: Option<&Atom>,
        args: &[Atom],
        k: Option<&Atom>,
        kinds: &[Kind],
    ) -> Result<(), String> {
        let unknown = usize::from(matches!(target, Target::Unknown(_)));
        let (args, rest) = (&kinds[unknown..unknown + args.len()], &kinds[unknown + args.len()..]);
        let want: Vec<Kind> =
            clos.map(|_| Kind::Ref).into_iter().chain(k.map(|_| Kind::Cont)).collect();
        takes(&want, rest)
            .map_err(|problem| format!("apply: closure and continuation: {problem}"))?;
        match target {
            Target::Cluster(id) => {
                let callee = self.unit.clusters.get(*id).ok_or("apply: unknown cluster")?;
                let fail = |problem: &str| Err(format!("apply {}: {problem}", callee.name));
                if !callee.kind.is_fun() {
                    return fail(&format!("it is {}", callee.kind.what()));
                }
                if callee.clos.is_some() && clos.is_none() {
                    return fail("it wants a closure");
                }
                if callee.k.is_some() && k.is_none() {
                    return fail("it wants a continuation");
                }
                takes(&self.kinds_of(&callee.params), args).or_else(|problem| fail(&problem))
            }
            Target::Import(id) => {
                let import = self.unit.imports.get(*id).ok_or("apply: unknown import")?;
                if k.is_none() {
                    return Err(format!("apply {}: it wants a continuation", import.name));
                }
                takes(&import.params, args)
                    .map_err(|problem| format!("apply {}: {problem}", import.name))
            }
            Target::Unknown(_) if k.is_none() => Err("apply *: it wants a continuation".to_owned()),
            Target::Unknown(_) if clos.is_some() => {
                Err("apply *: it has a closure already".to_owned())
            }
            Target::Unknown(_) if kinds[0] != Kind::Ref => {
                Err(format!("apply *: wants ref, given {}", kinds[0]))
            }
            Target::Unknown(_) => {
                slots(args).map_or(Ok(()), |problem| Err(format!("apply *: {problem}")))
            }
        }
    }

    /// `check` first, `pop` before any other use of the frame.
    fn check_and_pop(&mut self) {
        let cluster = self.cluster;
        let first = cluster.body.lets.first();
        let is_check = |binding: &Let| matches!(binding, Let::Op { op: FlowOp::Check(_), .. });
        let count = |wanted: fn(&FlowOp) -> bool| {
            walk(&cluster.body)
                .filter(|event| matches!(event, Event::Op(op) if wanted(op.op)))
                .count()
        };
        let checks = count(|op| matches!(op, FlowOp::Check(_)));
        if checks > usize::from(first.is_some_and(is_check)) {
            self.fail(Rule::Check, "check does not stand first");
        }
        let pops = count(|op| *op == FlowOp::Pop);
        if pops == 0 {
            return;
        }
        let own =
            |args: &[Atom]| args.iter().any(|atom| atom.var().is_some() && atom.var() == cluster.k);
        let first_use = cluster.body.lets.iter().find_map(|binding| match binding {
            Let::Op { op: FlowOp::Check(_), .. } => None,
            Let::Op { op, args, .. } if own(args) => Some(op),
            Let::Op { dst, op, .. } if cluster.k.is_some_and(|k| dst.contains(&k)) => Some(op),
            Let::Op { .. } => None,
            // A local function may use the frame.
            Let::Funs(_) => None,
        });
        if cluster.kind != ClusterKind::Cont || pops > 1 || first_use != Some(&FlowOp::Pop) {
            self.fail(
                Rule::Pop,
                "pop is not applied once to the cluster's own frame before other uses of it",
            );
        }
    }
}

fn distinct(vars: &[Var]) -> bool {
    // Mostly one or two.
    if vars.len() < 8 {
        return (1..vars.len()).all(|i| !vars[..i].contains(&vars[i]));
    }
    let mut seen = FxHashSet::default();
    vars.iter().all(|var| seen.insert(*var))
}

fn switch(kinds: &[Kind], cases: impl Iterator<Item = u64>) -> Result<(), String> {
    let Some(Kind::Int(width)) = kinds.first() else {
        return Err("switch: this is no integer".to_owned());
    };
    let mut seen = FxHashSet::default();
    for value in cases {
        if value & width.mask() != value {
            return Err(format!("switch: {value} does not fit {width}"));
        }
        if !seen.insert(value) {
            return Err(format!("switch: there are two cases {value}"));
        }
    }
    Ok(())
}

fn ends_with(first: Kind, what: &str, kinds: &[Kind]) -> Result<(), String> {
    match kinds.split_first() {
        Some((kind, args)) if *kind == first => {
            slots(args).map_or(Ok(()), |problem| Err(format!("{what}: {problem}")))
        }
        Some((kind, _)) => Err(format!("{what}: wants {first}, given {kind}")),
        None => Ok(()),
    }
}
