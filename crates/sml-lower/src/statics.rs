//! Functions that pass a function on to themselves: the recursion goes into a
//! loop inside, so that the function itself can be copied to where its argument
//! is known.
//!
//! ```text
//! fun map f nil = nil                       fun map f l =
//!   | map f (x :: xs) =                       let fun loop nil = nil
//!       f x :: map f xs               =>            | loop (x :: xs) = f x :: loop xs
//!                                             in loop l end
//! ```
//! Measured on `map` over a list of 1,000 with a small function: 0.30 s
//! instead of 0.46 s for 100,000 calls.

use super::fun::{Def, Known};
use super::{Arm, Binding, Cx, Dest, Row, Val};
use anf::{Fun, Tail};
use sml_elab::core::{Dec, Exp, ExpKind, Failing, Node, Pat, PatKind, Ty, Var};
use sml_syntax::names::Sym;

/// Most expressions in a function that is treated so: a larger one would not be copied.
const MAX_SIZE: usize = 60;

/// The arguments of a function, curried or the fields of a tuple, and which are
/// functions that every recursive call passes on.
pub(super) struct Statics<'p> {
    /// The labels, if the arguments are the fields of a record.
    labels: Option<Vec<Sym>>,
    /// The patterns of the arguments, for each clause.
    pats: Vec<Vec<&'p Pat>>,
    fixed: Vec<bool>,
}

impl<'p> Cx<'p> {
    /// Which arguments are functions that every recursive call passes on; nothing if none is.
    pub(super) fn statics(&self, def: &Def<'p>) -> Option<Statics<'p>> {
        let (labels, pats) = self.arguments(def)?;
        let passable = |i: usize| {
            let is_fun = matches!(self.program.types.node(pats[0][i].ty), Node::Arrow(..));
            let named = |row: &Vec<&Pat>| matches!(row[i].kind, PatKind::Var(_) | PatKind::Wild);
            is_fun && pats.iter().all(named)
        };
        let fixed: Vec<bool> = (0..pats[0].len()).map(passable).collect();
        if !fixed.contains(&true) || !fixed.contains(&false) {
            return None;
        }
        let mut scan = Scan { fun: def.var, labels, vars: Vec::new(), fixed, calls: 0, size: 0 };
        for (row, pats) in def.rows.iter().zip(&pats) {
            let var = |pat: &&Pat| match pat.kind {
                PatKind::Var(var) => Some(var),
                _ => None,
            };
            scan.vars = pats.iter().map(var).collect();
            let Arm::Exp(body) = row.arm else { return None };
            scan.exp(body);
        }
        let useful = scan.calls > 0 && scan.size <= MAX_SIZE && scan.fixed.contains(&true);
        useful.then_some(Statics { labels: scan.labels, pats, fixed: scan.fixed })
    }

    /// The patterns of the arguments for each clause: curried ones, or the
    /// fields of a record that every clause takes apart whole.
    #[expect(clippy::type_complexity, reason = "two parts of one answer")]
    fn arguments(&self, def: &Def<'p>) -> Option<(Option<Vec<Sym>>, Vec<Vec<&'p Pat>>)> {
        let [single] = def.rows[0].pats[..] else {
            return Some((None, def.rows.iter().map(|row| row.pats.clone()).collect()));
        };
        let labels = self.labels(single.ty)?;
        let fields = |row: &Row<'p>| match &row.pats[0].kind {
            PatKind::Record(fields) => labels
                .iter()
                .map(|label| fields.iter().find(|(l, _)| l == label).map(|(_, pat)| pat))
                .collect(),
            _ => None,
        };
        let pats = def.rows.iter().map(fields).collect::<Option<Vec<Vec<&'p Pat>>>>()?;
        Some((Some(labels), pats))
    }

    fn labels(&self, ty: Ty) -> Option<Vec<Sym>> {
        match self.program.types.node(ty) {
            Node::Record(fields) if fields.len() > 1 => {
                Some(fields.iter().map(|(label, _)| *label).collect())
            }
            _ => None,
        }
    }

    /// The body of a function with a loop inside that does without these arguments.
    pub(super) fn define_loop(
        &mut self,
        known: &Known,
        def: &Def<'p>,
        statics: &Statics<'p>,
    ) -> Fun {
        let pos = self.pos(self.program.vars[def.var].loc);
        let (params, results, mut vals) = self.arriving(known, &def.rows);
        self.kept.b.open();
        if let Some(labels) = &statics.labels {
            vals = self.parts(&vals[0], labels.len());
        }
        let types = statics.pats[0].iter().map(|pat| self.ty(pat.ty)).collect();
        let tupled = statics.labels.is_some();
        let inner = self.declare_inner(known, types, &statics.fixed, tupled);
        let mut rows = Vec::new();
        for (row, all) in def.rows.iter().zip(&statics.pats) {
            let mut pats = Vec::new();
            for ((pat, fixed), val) in all.iter().zip(&statics.fixed).zip(&vals) {
                match (fixed, &pat.kind) {
                    (true, PatKind::Var(var)) => {
                        self.env.insert(*var, Binding::Val(val.clone()));
                    }
                    (true, _) => {}
                    (false, _) => pats.push(*pat),
                }
            }
            rows.push(Row { pats, arm: row.arm.clone() });
        }
        let outer = self.env.insert(def.var, Binding::Fun(inner.clone()));
        let (loop_params, loop_results, loop_vals) = self.arriving(&inner, &[]);
        self.kept.b.open();
        let loop_vals = loop_vals.into_iter().zip(&statics.fixed).filter(|(_, fixed)| !**fixed);
        let loop_vals: Vec<Val> = loop_vals.map(|(val, _)| val).collect();
        let tail = self.matching(loop_vals, rows, Failing::Match, def.loc, Dest::Ret);
        let body = self.kept.b.close(tail);
        if let Some(outer) = outer {
            self.env.insert(def.var, outer);
        }
        let name = inner.worker;
        self.kept.b.funs(vec![Fun { name, params: loop_params, results: loop_results, body, pos }]);
        let args = inner.params.iter().zip(&vals).flat_map(|(param, val)| self.pass(param, val));
        let args = args.collect();
        let body = self.kept.b.close(Tail::TailCall { fun: name.into(), args, pos });
        Fun { name: known.worker, params, results, body, pos }
    }
}

/// A walk over the body of a function.
struct Scan {
    fun: Var,
    labels: Option<Vec<Sym>>,
    /// The variables of the clause's patterns.
    vars: Vec<Option<Var>>,
    fixed: Vec<bool>,
    calls: usize,
    size: usize,
}

impl Scan {
    fn exp(&mut self, e: &Exp) {
        self.size += 1;
        if self.size > MAX_SIZE {
            return;
        }
        match &e.kind {
            ExpKind::Var(var, _) if *var == self.fun => self.fixed.fill(false),
            ExpKind::App(..) => self.app(e),
            ExpKind::Lit(_)
            | ExpKind::Var(..)
            | ExpKind::Con(..)
            | ExpKind::Excon(_)
            | ExpKind::Prim(_) => {}
            ExpKind::Record(fields) => fields.iter().for_each(|(_, e)| self.exp(e)),
            ExpKind::Select(_, e) | ExpKind::Raise(e) => self.exp(e),
            ExpKind::List(items) | ExpKind::Vector(items) | ExpKind::Seq(items) => {
                items.iter().for_each(|e| self.exp(e));
            }
            ExpKind::Let(decs, body) => {
                decs.iter().for_each(|dec| self.dec(dec));
                self.exp(body);
            }
            ExpKind::If(a, b, c) => [a, b, c].into_iter().for_each(|e| self.exp(e)),
            ExpKind::While(a, b) => [a, b].into_iter().for_each(|e| self.exp(e)),
            ExpKind::Fn(rules) => rules.iter().for_each(|rule| self.exp(&rule.exp)),
            ExpKind::Case(e, rules) | ExpKind::Handle(e, rules) => {
                self.exp(e);
                rules.iter().for_each(|rule| self.exp(&rule.exp));
            }
        }
    }

    fn dec(&mut self, dec: &Dec) {
        match dec {
            Dec::Val { exp, .. } => self.exp(exp),
            Dec::Fun { binds, .. } => {
                let clauses = binds.iter().flat_map(|bind| &bind.clauses);
                clauses.for_each(|clause| self.exp(&clause.exp));
            }
            Dec::Exception { .. } => {}
        }
    }

    fn app(&mut self, e: &Exp) {
        let mut args = Vec::new();
        let mut head = e;
        while let ExpKind::App(fun, arg) = &head.kind {
            args.push(&**arg);
            head = fun;
        }
        args.reverse();
        self.size += args.len();
        match &head.kind {
            ExpKind::Var(var, _) if *var == self.fun => {
                self.calls += 1;
                self.call(&args);
            }
            _ => self.exp(head),
        }
        args.into_iter().for_each(|arg| self.exp(arg));
    }

    /// A recursive call: what it passes on remains.
    fn call(&mut self, args: &[&Exp]) {
        let passed: Option<Vec<&Exp>> = match (&self.labels, args.first().map(|arg| &arg.kind)) {
            (None, _) if args.len() >= self.fixed.len() => Some(args.to_vec()),
            (Some(labels), Some(ExpKind::Record(fields))) => labels
                .iter()
                .map(|label| fields.iter().find(|(l, _)| l == label).map(|(_, exp)| exp))
                .collect(),
            _ => None,
        };
        let Some(passed) = passed else { return self.fixed.fill(false) };
        for (i, fixed) in self.fixed.iter_mut().enumerate() {
            *fixed &= match &passed[i].kind {
                ExpKind::Var(var, _) => self.vars[i] == Some(*var),
                _ => false,
            };
        }
    }
}
