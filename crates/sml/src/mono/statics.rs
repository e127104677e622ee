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
use crate::core::{Dec, Exp, ExpKind, Failing, Node, PatKind, Var};
use anf::{Fun, Tail};

/// Most expressions in a function that is treated so: a larger one would not be copied.
const MAX_SIZE: usize = 60;

impl<'p> Cx<'p> {
    /// Which arguments are functions that every recursive call passes on; nothing if none is.
    pub(super) fn static_params(&self, def: &Def<'p>) -> Option<Vec<bool>> {
        let arity = def.rows[0].pats.len();
        let passable = |i: usize| {
            let is_fun = matches!(self.program.types.node(def.rows[0].pats[i].ty), Node::Arrow(..));
            is_fun
                && def
                    .rows
                    .iter()
                    .all(|row| matches!(row.pats[i].kind, PatKind::Var(_) | PatKind::Wild))
        };
        let mut scan = Scan {
            fun: def.var,
            vars: Vec::new(),
            statics: (0..arity).map(passable).collect(),
            calls: 0,
            size: 0,
        };
        if arity < 2 || !scan.statics.contains(&true) || scan.statics.iter().all(|s| *s) {
            return None;
        }
        for row in &def.rows {
            scan.vars = row
                .pats
                .iter()
                .map(|pat| match pat.kind {
                    PatKind::Var(var) => Some(var),
                    _ => None,
                })
                .collect();
            let Arm::Exp(body) = row.arm else { return None };
            scan.exp(body);
        }
        let useful = scan.calls > 0 && scan.size <= MAX_SIZE && scan.statics.contains(&true);
        useful.then_some(scan.statics)
    }

    /// The body of a function with a loop inside that does without these arguments.
    pub(super) fn define_loop(&mut self, known: &Known, def: &Def<'p>, statics: &[bool]) -> Fun {
        let pos = self.pos(self.program.vars[def.var].loc);
        let (params, results, vals) = self.arriving(known, &def.rows);
        self.b.open();
        let inner = self.declare_inner(known, statics);
        let mut rows = Vec::new();
        for row in &def.rows {
            let mut pats = Vec::new();
            for ((pat, fixed), val) in row.pats.iter().zip(statics).zip(&vals) {
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
        let (loop_params, loop_results, loop_vals) = self.arriving(&inner, &def.rows);
        self.b.open();
        let loop_vals = loop_vals.into_iter().zip(statics).filter(|(_, fixed)| !**fixed);
        let loop_vals: Vec<Val> = loop_vals.map(|(val, _)| val).collect();
        let tail = self.matching(loop_vals, rows, Failing::Match, def.loc, Dest::Ret);
        let body = self.b.close(tail);
        if let Some(outer) = outer {
            self.env.insert(def.var, outer);
        }
        let (name, params_in, results_in) = (inner.worker, loop_params, loop_results);
        self.b.funs(vec![Fun { name, params: params_in, results: results_in, body, pos }]);
        let args = inner.params.iter().zip(&vals).flat_map(|(param, val)| self.pass(param, val));
        let args = args.collect();
        let body = self.b.close(Tail::TailCall { fun: name.into(), args, pos });
        Fun { name: known.worker, params, results, body, pos }
    }
}

/// A walk over the body of a function.
struct Scan {
    fun: Var,
    /// The variables of the clause's patterns.
    vars: Vec<Option<Var>>,
    statics: Vec<bool>,
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
            ExpKind::Var(var, _) if *var == self.fun => self.statics.fill(false),
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
            ExpKind::Var(var, _) if *var == self.fun && args.len() >= self.statics.len() => {
                self.calls += 1;
                for (i, fixed) in self.statics.iter_mut().enumerate() {
                    let same = match &args[i].kind {
                        ExpKind::Var(var, _) => self.vars[i] == Some(*var),
                        _ => false,
                    };
                    *fixed &= same;
                }
            }
            _ => self.exp(head),
        }
        args.into_iter().for_each(|arg| self.exp(arg));
    }
}
