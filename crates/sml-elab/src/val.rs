//! `val` and `fun`.

use super::index::Kind;
use super::messages::Clash;
use super::pat::Binds;
use super::types::{Memo, Subst};
use super::{Core, Elab, Out, tyvars};
use crate::core::{Clause, Dec, Exp, ExpKind, FunBind, Node, Pat, PatKind, Ty, TyVar, Var};
use base::Span;
use diag::Diagnostic;
use rustc_hash::FxHashSet;
use sml_syntax::ast::{self, Ident, ValBind};
use sml_syntax::names::Sym;

/// The most parts of the type of a binding; parts that occur several times are counted once
/// or twice. Each function that applies the one before twice may double them.
const MAX_PARTS: u32 = 200_000;

/// The most type variables of a binding.
const MAX_PARAMS: usize = 1_000;

/// A binding of `val` that is not recursive, before it is generalised.
struct Plain {
    pat: Pat,
    exp: Exp,
    vars: Vec<(Ident, Var)>,
    span: Span,
}

/// A function of `val rec`, before it is generalised.
struct Recursive {
    bind: FunBind,
    /// Further names of it.
    aliases: Vec<Var>,
}

/// The type of a function of `fun` and its parts, made before any body is looked at: a use in
/// another body that does not fit is a mistake there.
struct FunShape {
    args: Vec<Ty>,
    result: Ty,
    ty: Ty,
}

impl FunShape {
    fn fresh(core: &mut Core, count: usize) -> FunShape {
        let args: Vec<Ty> = (0..count).map(|_| core.fresh()).collect();
        let result = core.fresh();
        let ty = args.iter().rev().fold(result, |to, from| core.arrow(*from, to));
        FunShape { args, result, ty }
    }
}

impl Elab {
    /// `val`.
    pub(crate) fn val_dec(&mut self, tyvars: &[Ident], binds: &[ValBind], out: &mut Out) {
        let mut written = tyvars.to_vec();
        tyvars::of_val(binds, &mut written);
        let explicit = self.enter_tyvars(tyvars, &written);
        self.core.infer.level += 1;
        let split = binds.iter().position(|bind| bind.rec).unwrap_or(binds.len());
        let plain: Vec<Plain> = binds[..split].iter().map(|bind| self.plain(bind)).collect();
        let recursive = self.recursive(&binds[split..]);
        self.core.infer.level -= 1;
        let names: Vec<(Ident, Var)> = plain
            .iter()
            .flat_map(|plain| plain.vars.iter().copied())
            .chain(recursive.1.iter().copied())
            .collect();
        self.bound_once(&names);
        for plain in plain {
            self.generalise_plain(plain, &explicit.1, out);
        }
        if split < binds.len() {
            self.generalise_recursive(recursive.0, &explicit.1, out);
        }
        self.leave_tyvars(explicit.0);
        for (ident, var) in names {
            self.env.bind_val(ident.name, super::env::Val::Var(var));
        }
    }

    fn bound_once(&mut self, names: &[(Ident, Var)]) {
        let mut seen = FxHashSet::default();
        for (ident, _) in names {
            if !seen.insert(ident.name) {
                let name = self.core.text(ident.name);
                let first = names.iter().find(|(other, _)| other.name == ident.name);
                let mut message = Diagnostic::error("variable bound twice in one declaration").at(
                    self.place.source,
                    ident.span,
                    format!("`{name}` again"),
                );
                if let Some((first, _)) = first {
                    message = message.also(self.place.source, first.span, "first here");
                }
                self.report(message);
            }
        }
    }

    fn plain(&mut self, bind: &ValBind) -> Plain {
        let mut binds = Binds::default();
        let pat = self.pat(&bind.pat, &mut binds);
        let outer = self.messages.clues.being_bound.len();
        if matches!(bind.exp.kind, ast::ExpKind::Fn(_)) {
            self.messages.clues.being_bound.extend(binds.list.iter().map(|(ident, _)| ident.name));
        }
        let exp = self.exp(&bind.exp);
        self.messages.clues.being_bound.truncate(outer);
        self.clash(exp.ty, pat.ty, bind.exp.span, Clash::Binding(bind.pat.span));
        let span = Span::new(bind.pat.span.start, bind.exp.span.end);
        Plain { pat, exp, vars: binds.list, span }
    }

    fn generalise_plain(&mut self, plain: Plain, explicit: &[TyVar], out: &mut Out) {
        let Plain { pat, exp, vars, span } = plain;
        let mut params = Vec::new();
        if self.core.is_value(&exp) {
            params.extend_from_slice(explicit);
            for (_, var) in &vars {
                let ty = self.core.program.vars[*var].ty;
                self.core.generalise(ty, &mut params);
            }
        } else {
            let level = self.core.infer.level;
            self.core.lower_levels(exp.ty, level);
            self.core.lower_levels(pat.ty, level);
            self.check_explicit(explicit, &vars, &exp);
        }
        for (_, var) in &vars {
            self.close(*var, &params);
        }
        let forced = !params.is_empty() && refutable(&pat);
        let loc = self.loc(span);
        out.push(Dec::Val { params: params.clone(), pat, exp, loc });
        // A pattern that may fail is matched here, even if its variables are never used.
        if let (true, Some((_, var))) = (forced, vars.first()) {
            let unit = self.core.unit_ty();
            let types = vec![unit; params.len()];
            let ty = self.core.program.vars[*var].ty;
            let ty = self.core.subst(ty, &params, &types);
            let exp = self.exp_at(ExpKind::Var(*var, types), ty, span);
            let pat = self.pat_at(PatKind::Wild, ty, span);
            out.push(Dec::Val { params: Vec::new(), pat, exp, loc });
        }
    }

    /// Gives a variable its scheme.
    fn close(&mut self, var: Var, params: &[TyVar]) {
        let ty = self.core.program.vars[var].ty;
        let mut memo = Memo::default();
        let ty = self.core.map_ty(ty, &Subst::Resolve, &mut memo);
        if memo.steps() > MAX_PARTS || params.len() > MAX_PARAMS {
            return self.too_large(var);
        }
        self.core.infer.rows.note_params(var, params);
        let info = &mut self.core.program.vars[var];
        info.ty = ty;
        info.params = params.to_vec();
    }

    /// Reports a type that is too large, and goes on with any type.
    fn too_large(&mut self, var: Var) {
        let (name, loc) = (self.core.program.vars[var].name, self.core.program.vars[var].loc);
        let label = format!(
            "the type of `{}` has more than 100,000 different parts or {MAX_PARAMS} type variables",
            self.core.text(name)
        );
        self.report(
            Diagnostic::error("type is too large")
                .at(loc.source, loc.span, label)
                .hint("a datatype in between keeps types small"),
        );
        let name = self.core.tyvar_name(0, false);
        let any = self.core.new_tyvar(name, false, self.core.infer.level + 1);
        let ty = self.core.program.types.intern(Node::Var(any));
        let info = &mut self.core.program.vars[var];
        info.ty = ty;
        info.params = vec![any];
    }

    /// Reports written type variables that cannot be generalised.
    fn check_explicit(&mut self, explicit: &[TyVar], vars: &[(Ident, Var)], exp: &Exp) {
        for tyvar in explicit {
            let wanted = self.core.program.types.intern(Node::Var(*tyvar));
            for (ident, var) in vars {
                let ty = self.core.program.vars[*var].ty;
                if !self.core.mentions(ty, wanted) {
                    continue;
                }
                let (name, tyvar) = (self.core.text(ident.name), self.core.program.tyvars[*tyvar]);
                let tyvar = self.core.text(tyvar);
                let label = format!("this is computed, so `{name}` has one type only");
                self.report(
                    Diagnostic::error(format!("`{tyvar}` cannot stand for every type here"))
                        .at(self.place.source, exp.loc.span, label)
                        .also(
                            self.place.source,
                            ident.span,
                            format!("`{name}` is to be polymorphic"),
                        )
                        .hint("write a function, `fn x => ...`, or a definite type"),
                );
                return;
            }
        }
        self.core.infer.unbound_tyvars.extend_from_slice(explicit);
    }

    /// `val rec`: functions with all their names.
    fn recursive(&mut self, binds: &[ValBind]) -> (Vec<Recursive>, Vec<(Ident, Var)>) {
        let mut names = Vec::new();
        let mut heads = Vec::new();
        for bind in binds {
            let mut vars = Binds::default();
            let outer = std::mem::replace(&mut self.place.only_variables, true);
            let pat = self.pat(&bind.pat, &mut vars);
            self.place.only_variables = outer;
            names.extend(vars.list.iter().copied());
            heads.push((pat, vars));
        }
        let mark = self.env.mark();
        for (ident, var) in &names {
            self.env.bind_val(ident.name, super::env::Val::Var(*var));
        }
        let mut result = Vec::new();
        for (bind, (pat, vars)) in binds.iter().zip(heads) {
            let exp = self.exp(&bind.exp);
            self.clash(exp.ty, pat.ty, bind.exp.span, Clash::Binding(bind.pat.span));
            result.extend(self.recursive_bind(bind, pat, vars, exp));
        }
        self.env.undo(mark);
        (result, names)
    }

    fn recursive_bind(
        &mut self,
        bind: &ValBind,
        pat: Pat,
        vars: Binds,
        exp: Exp,
    ) -> Option<Recursive> {
        let ExpKind::Fn(rules) = exp.kind else {
            if exp.ty != self.core.infer.error {
                self.report(Diagnostic::error("`val rec` of what is not a function").at(
                    self.place.source,
                    bind.exp.span,
                    "`fn` must stand here",
                ));
            }
            return None;
        };
        let mut inner = &pat;
        while let PatKind::As(_, next) = &inner.kind {
            inner = next;
        }
        if !matches!(inner.kind, PatKind::Var(_) | PatKind::Wild) {
            self.report(Diagnostic::error("`val rec` of a pattern").at(
                self.place.source,
                bind.pat.span,
                "a name must stand here",
            ));
            return None;
        }
        let mut all = vars.list.iter().map(|(_, var)| *var);
        let var = match all.next() {
            Some(var) => var,
            None => {
                let name = Ident { name: self.core.builtins.wild_name, span: bind.pat.span };
                self.inside(|cx| cx.new_var(name, exp.ty))
            }
        };
        let clauses = rules.into_iter().map(|r| Clause { pats: vec![r.pat], exp: r.exp }).collect();
        let bind = FunBind { var, clauses, loc: exp.loc };
        Some(Recursive { bind, aliases: all.collect() })
    }

    fn generalise_recursive(
        &mut self,
        functions: Vec<Recursive>,
        explicit: &[TyVar],
        out: &mut Out,
    ) {
        let mut params = explicit.to_vec();
        for function in &functions {
            let ty = self.core.program.vars[function.bind.var].ty;
            self.core.generalise(ty, &mut params);
        }
        let mut binds = Vec::new();
        let mut aliases = Vec::new();
        for function in functions {
            let var = function.bind.var;
            self.close(var, &params);
            for alias in function.aliases {
                self.close(alias, &params);
                aliases.push(self.core.alias_dec(alias, var));
            }
            binds.push(function.bind);
        }
        if !binds.is_empty() {
            out.push(Dec::Fun { params, binds });
        }
        aliases.into_iter().for_each(|alias| out.push(alias));
    }

    /// `fun`.
    pub(crate) fn fun_dec(&mut self, tyvars: &[Ident], binds: &[ast::FunBind], out: &mut Out) {
        let mut written = tyvars.to_vec();
        binds.iter().flat_map(|b| &b.clauses).for_each(|c| tyvars::of_clause(c, &mut written));
        let explicit = self.enter_tyvars(tyvars, &written);
        self.core.infer.level += 1;
        let mark = self.env.mark();
        let (mut vars, mut shapes) = (Vec::new(), Vec::new());
        for bind in binds {
            let clause = bind.clauses.first().expect("a function has a clause");
            let shape = FunShape::fresh(&mut self.core, clause.pats.len());
            let var = self.new_var(clause.name, shape.ty);
            self.env.bind_val(clause.name.name, super::env::Val::Var(var));
            vars.push((clause.name, var));
            shapes.push(shape);
        }
        self.bound_once(&vars);
        let mut functions = Vec::new();
        for ((bind, (name, var)), shape) in binds.iter().zip(&vars).zip(&shapes) {
            self.note(name.span, shape.ty, Some(self.loc(name.span)), Kind::Binding);
            functions.push(self.inside(|cx| cx.function(bind, *var, shape)));
        }
        self.env.undo(mark);
        self.core.infer.level -= 1;
        let mut params = explicit.1;
        shapes.iter().for_each(|shape| self.core.generalise(shape.ty, &mut params));
        for (_, var) in &vars {
            self.close(*var, &params);
        }
        out.push(Dec::Fun { params, binds: functions });
        self.leave_tyvars(explicit.0);
        for (ident, var) in vars {
            self.env.bind_val(ident.name, super::env::Val::Var(var));
        }
    }

    fn function(&mut self, bind: &ast::FunBind, var: Var, shape: &FunShape) -> FunBind {
        let first = &bind.clauses[0];
        let mut clauses = Vec::new();
        for clause in &bind.clauses {
            if clause.pats.len() != shape.args.len() {
                // The parser has said so.
                self.messages.errors += 1;
                continue;
            }
            clauses.push(self.clause(first, clause, &shape.args, shape.result));
        }
        let end = bind.clauses.last().map_or(first.span.end, |clause| clause.span.end);
        FunBind { var, clauses, loc: self.loc(Span::new(first.span.start, end)) }
    }

    fn clause(&mut self, first: &ast::Clause, clause: &ast::Clause, args: &[Ty], to: Ty) -> Clause {
        let is_first = clause.span == first.span;
        let mark = self.env.mark();
        let mut binds = Binds::default();
        let mut pats = Vec::new();
        for (i, pat) in clause.pats.iter().enumerate() {
            let before = (!is_first).then(|| first.pats[i].span);
            let result = self.pat(pat, &mut binds);
            self.clash(result.ty, args[i], pat.span, Clash::Pattern(before));
            pats.push(result);
        }
        self.bind_all(&binds);
        if let Some(ty) = &clause.ty {
            let want = self.ty(ty);
            self.clash(want, to, ty.span, Clash::ResultType(first.name));
        }
        let exp = self.exp(&clause.exp);
        let clash = match (&clause.ty, is_first) {
            (Some(ty), _) => Clash::Annotation(ty.span),
            (None, true) => Clash::Recursive(first.name),
            (None, false) => Clash::RuleResult(Some(first.exp.span), None),
        };
        self.clash(exp.ty, to, clause.exp.span, clash);
        self.env.undo(mark);
        Clause { pats, exp }
    }

    /// Brings type variables into scope that are written in a value declaration
    /// and not bound around it. Gives the argument of `leave_tyvars`, and the new ones.
    fn enter_tyvars(
        &mut self,
        bound: &[Ident],
        written: &[Ident],
    ) -> (Vec<(Sym, Option<Ty>)>, Vec<TyVar>) {
        let mut names = Vec::new();
        let mut vars = Vec::new();
        for (i, ident) in written.iter().enumerate() {
            let is_bound = i < bound.len();
            if self.place.tyvar_scope.known.contains_key(&ident.name) {
                if is_bound {
                    self.bound_again(*ident);
                }
                continue;
            }
            let eq = self.core.is_eq_name(ident.name);
            let level = self.core.infer.level + 1;
            let var = self.core.new_tyvar(ident.name, eq, level);
            let ty = self.core.program.types.intern(Node::Var(var));
            names.push((ident.name, self.place.tyvar_scope.known.insert(ident.name, ty)));
            vars.push(var);
        }
        (names, vars)
    }

    fn bound_again(&mut self, ident: Ident) {
        let name = self.core.text(ident.name);
        self.report(
            Diagnostic::error("type variable bound again in its scope")
                .at(self.place.source, ident.span, format!("`{name}` is bound around this already"))
                .hint("take another name"),
        );
    }

    fn leave_tyvars(&mut self, names: Vec<(Sym, Option<Ty>)>) {
        for (name, old) in names.into_iter().rev() {
            match old {
                Some(old) => self.place.tyvar_scope.known.insert(name, old),
                None => self.place.tyvar_scope.known.remove(&name),
            };
        }
    }
}

impl Core {
    /// True if a type occurs in another.
    fn mentions(&self, ty: Ty, part: Ty) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            let ty = self.head(ty);
            if ty == part {
                return true;
            }
            if self.program.types.is_open(ty) && seen.insert(ty) {
                crate::core::each_part(self.program.types.node(ty), |ty| work.push(ty));
            }
        }
        false
    }

    fn alias_dec(&mut self, alias: Var, var: Var) -> Dec {
        let info = &self.program.vars[alias];
        let (params, ty, loc) = (info.params.clone(), info.ty, info.loc);
        let types = self.vars_as_types(&params);
        let exp = Exp { kind: ExpKind::Var(var, types), ty, loc };
        let pat = Pat { kind: PatKind::Var(alias), ty, loc };
        Dec::Val { params, pat, exp, loc }
    }

    /// True of values (non-expansive expressions), whose types may be generalised.
    fn is_value(&self, exp: &Exp) -> bool {
        match &exp.kind {
            ExpKind::Lit(_)
            | ExpKind::Var(..)
            | ExpKind::Con(..)
            | ExpKind::Excon(_)
            | ExpKind::Prim(_)
            | ExpKind::Fn(_) => true,
            ExpKind::Record(fields) => fields.iter().all(|(_, e)| self.is_value(e)),
            ExpKind::List(parts) | ExpKind::Vector(parts) => parts.iter().all(|e| self.is_value(e)),
            ExpKind::App(fun, arg) => {
                let is_con = matches!(&fun.kind, ExpKind::Con(tycon, ..)
                    if *tycon != self.builtins.reference);
                (is_con || matches!(fun.kind, ExpKind::Excon(_))) && self.is_value(arg)
            }
            ExpKind::Select(..)
            | ExpKind::Seq(_)
            | ExpKind::Let(..)
            | ExpKind::If(..)
            | ExpKind::While(..)
            | ExpKind::Case(..)
            | ExpKind::Handle(..)
            | ExpKind::Raise(_) => false,
        }
    }
}

/// True of patterns that may fail; types, which may rule that out, are not looked at.
fn refutable(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Wild | PatKind::Var(_) => false,
        PatKind::Lit(_)
        | PatKind::Con(..)
        | PatKind::Excon(..)
        | PatKind::List(_)
        | PatKind::Vector(_)
        | PatKind::Or(_) => true,
        PatKind::Record(fields) => fields.iter().any(|(_, pat)| refutable(pat)),
        PatKind::As(_, pat) => refutable(pat),
    }
}
