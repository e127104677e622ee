//! The invariants of the core, checked in tests: every type is known, and every
//! variable is bound, once, before its uses.

use crate::core::{Dec, Definition, Exp, ExpKind, Node, Pat, PatKind, Program, Ty, TyVar, Var};
use rustc_hash::FxHashSet;

struct Checker<'a> {
    program: &'a Program,
    bound: FxHashSet<Var>,
    tyvars: Vec<TyVar>,
    /// The functions of recursive groups that are being defined.
    inside: Vec<Var>,
    seen: FxHashSet<Ty>,
}

/// Fails if an invariant of the core does not hold.
pub(crate) fn check(program: &Program) {
    let mut cx = Checker {
        program,
        bound: FxHashSet::default(),
        tyvars: Vec::new(),
        inside: Vec::new(),
        seen: FxHashSet::default(),
    };
    for top in &program.decs {
        cx.dec(&top.dec);
    }
}

impl Checker<'_> {
    fn name(&self, var: Var) -> &str {
        self.program.names.text(self.program.vars[var].name)
    }

    fn ty(&mut self, ty: Ty) {
        assert!(!self.program.types.has_meta(ty), "a type is not known");
        if !self.seen.insert(ty) {
            return;
        }
        match self.program.types.node(ty) {
            Node::Var(var) => {
                assert!(self.tyvars.contains(var), "a type variable is not bound");
                self.seen.remove(&ty);
            }
            Node::Con(tycon, args) => {
                let info = &self.program.tycons[*tycon];
                assert_eq!(info.params.len(), args.len(), "arity");
                assert!(!matches!(info.definition, Definition::Abstract), "an abstract type");
            }
            Node::Meta(_) | Node::Arrow(..) | Node::Record(_) => {}
        }
        let is_open = self.program.types.is_open(ty);
        crate::core::each_part(self.program.types.node(ty), |part| self.ty(part));
        if is_open {
            self.seen.remove(&ty);
        }
    }

    fn bind(&mut self, var: Var) {
        assert!(self.bound.insert(var), "{} is bound twice", self.name(var));
        self.ty(self.program.vars[var].ty);
    }

    fn used(&self, var: Var) {
        assert!(self.bound.contains(&var), "{} is not bound", self.name(var));
    }

    fn decs(&mut self, decs: &[Dec]) {
        decs.iter().for_each(|dec| self.dec(dec));
    }

    fn dec(&mut self, dec: &Dec) {
        match dec {
            Dec::Val { params, pat, exp, .. } => {
                self.tyvars.extend(params);
                self.exp(exp);
                self.pat(pat);
                self.tyvars.truncate(self.tyvars.len() - params.len());
            }
            Dec::Fun { params, binds } => {
                self.tyvars.extend(params);
                for bind in binds {
                    assert_eq!(&self.program.vars[bind.var].params, params, "of a function");
                    self.bind(bind.var);
                    self.inside.push(bind.var);
                }
                for bind in binds {
                    assert!(!bind.clauses.is_empty(), "a function without clauses");
                    for clause in &bind.clauses {
                        clause.pats.iter().for_each(|pat| self.pat(pat));
                        self.exp(&clause.exp);
                    }
                }
                self.inside.truncate(self.inside.len() - binds.len());
                self.tyvars.truncate(self.tyvars.len() - params.len());
            }
            Dec::Exception { var, arg, .. } => {
                self.bind(*var);
                arg.iter().for_each(|arg| self.ty(*arg));
            }
        }
    }

    fn exps(&mut self, exps: &[Exp]) {
        exps.iter().for_each(|exp| self.exp(exp));
    }

    fn exp(&mut self, exp: &Exp) {
        self.ty(exp.ty);
        match &exp.kind {
            ExpKind::Lit(_) | ExpKind::Prim(_) => {}
            ExpKind::Var(var, types) => {
                self.used(*var);
                let own = self.inside.contains(var) && types.is_empty();
                let params = self.program.vars[*var].params.len();
                assert!(own || types.len() == params, "instance of {}", self.name(*var));
                types.iter().for_each(|ty| self.ty(*ty));
            }
            ExpKind::Con(tycon, _, types) => {
                assert_eq!(self.program.tycons[*tycon].params.len(), types.len());
                types.iter().for_each(|ty| self.ty(*ty));
            }
            ExpKind::Excon(var) => self.used(*var),
            ExpKind::Record(fields) => fields.iter().for_each(|(_, exp)| self.exp(exp)),
            ExpKind::Select(_, inner) | ExpKind::Raise(inner) => self.exp(inner),
            ExpKind::List(parts) | ExpKind::Vector(parts) | ExpKind::Seq(parts) => {
                self.exps(parts);
            }
            ExpKind::Let(decs, body) => {
                self.decs(decs);
                self.exp(body);
            }
            ExpKind::App(a, b) | ExpKind::While(a, b) => {
                self.exp(a);
                self.exp(b);
            }
            ExpKind::If(a, b, c) => {
                self.exp(a);
                self.exp(b);
                self.exp(c);
            }
            ExpKind::Fn(rules) => self.rules(rules),
            ExpKind::Case(subject, rules) | ExpKind::Handle(subject, rules) => {
                self.exp(subject);
                self.rules(rules);
            }
        }
    }

    fn rules(&mut self, rules: &[crate::core::Rule]) {
        for rule in rules {
            self.pat(&rule.pat);
            self.exp(&rule.exp);
        }
    }

    fn pat(&mut self, pat: &Pat) {
        self.ty(pat.ty);
        match &pat.kind {
            PatKind::Wild | PatKind::Lit(_) => {}
            PatKind::Var(var) => self.bind(*var),
            PatKind::Con(_, _, arg) => arg.iter().for_each(|arg| self.pat(arg)),
            PatKind::Excon(var, arg) => {
                self.used(*var);
                arg.iter().for_each(|arg| self.pat(arg));
            }
            PatKind::Record(fields) => fields.iter().for_each(|(_, pat)| self.pat(pat)),
            PatKind::List(parts) | PatKind::Vector(parts) => {
                parts.iter().for_each(|pat| self.pat(pat));
            }
            PatKind::As(var, pat) => {
                self.bind(*var);
                self.pat(pat);
            }
            PatKind::Or(parts) => {
                let before = self.bound.clone();
                for part in parts {
                    self.bound.clone_from(&before);
                    self.pat(part);
                }
            }
        }
    }
}
