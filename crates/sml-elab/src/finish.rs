//! The end of a declaration: types that are still open are replaced in the program.

use super::types::{Memo, Subst};
use super::warn::Match;
use super::{Core, Elab};
use crate::core::{
    Builtin, Clause, Dec, Definition, Exp, ExpKind, Lit, Loc, Meta, Node, Pat, PatKind, Rule, Ty,
    TyVar,
};
use diag::Diagnostic;
use num_bigint::BigInt;

/// The kind of a `case`. One that is the right side of a rule, without parentheses,
/// takes the rules that follow it; parentheses would end behind its last rule.
fn kind_of_case(loc: Loc, rules: &[Rule], right_side: Option<Loc>) -> Match {
    let end = rules.last().map(|rule| rule.exp.loc.span.end);
    let greedy = right_side == Some(loc) && end == Some(loc.span.end);
    if greedy { Match::InRule(loc) } else { Match::Rules }
}

/// A walk over finished declarations.
pub(crate) struct Finish {
    pub(crate) memo: Memo,
    /// Metas from this one on are replaced; those before belong to an enclosing declaration.
    pub(crate) from: Meta,
    /// Rows, and the records that they stand for.
    pub(crate) rows: Option<(Vec<TyVar>, Vec<Ty>)>,
    /// The place of the rule's right side that is being finished, until it is entered.
    right_side: Option<Loc>,
}

impl Finish {
    /// A walk that replaces metas from `from` on.
    pub(crate) fn new(from: Meta) -> Finish {
        Finish { memo: Memo::default(), from, rows: None, right_side: None }
    }
}

impl Elab {
    /// A declaration, finished in place.
    pub(crate) fn finish_dec(&mut self, dec: &mut Dec, cx: &mut Finish) {
        match dec {
            Dec::Val { params, pat, exp, .. } => {
                *params = self.core.params_without_rows(params);
                self.finish_pat(pat, cx);
                self.finish_exp(exp, cx);
                self.analyse_binding(pat);
            }
            Dec::Fun { params, binds } => {
                *params = self.core.params_without_rows(params);
                for bind in binds {
                    for Clause { pats, exp } in &mut bind.clauses {
                        pats.iter_mut().for_each(|pat| self.finish_pat(pat, cx));
                        self.finish_exp(exp, cx);
                    }
                    let loc = self.core.program.vars[bind.var].loc;
                    self.analyse_clauses(&bind.clauses, loc);
                }
            }
            Dec::Exception { arg, .. } => {
                if let Some(arg) = arg {
                    *arg = self.core.finish_ty(*arg, cx);
                }
            }
        }
    }

    fn finish_all(&mut self, exps: &mut [Exp], cx: &mut Finish) {
        exps.iter_mut().for_each(|exp| self.finish_exp(exp, cx));
    }

    fn finish_exp(&mut self, exp: &mut Exp, cx: &mut Finish) {
        let right_side = cx.right_side.take();
        exp.ty = self.core.finish_ty(exp.ty, cx);
        match &mut exp.kind {
            ExpKind::Lit(lit) => self.check_lit(lit, exp.ty, exp.loc),
            ExpKind::Var(..) => self.finish_use(&mut exp.kind, cx),
            ExpKind::Con(_, _, types) => {
                for ty in types {
                    *ty = self.core.finish_ty(*ty, cx);
                }
            }
            ExpKind::Excon(_) | ExpKind::Prim(_) => {}
            ExpKind::Record(fields) => {
                fields.iter_mut().for_each(|(_, exp)| self.finish_exp(exp, cx));
            }
            ExpKind::Select(_, inner) | ExpKind::Raise(inner) => self.finish_exp(inner, cx),
            ExpKind::List(parts) | ExpKind::Vector(parts) | ExpKind::Seq(parts) => {
                self.finish_all(parts, cx);
            }
            ExpKind::Let(decs, body) => {
                decs.iter_mut().for_each(|dec| self.finish_dec(dec, cx));
                self.finish_exp(body, cx);
            }
            ExpKind::App(a, b) | ExpKind::While(a, b) => {
                self.finish_exp(a, cx);
                self.finish_exp(b, cx);
            }
            ExpKind::If(a, b, c) => {
                self.finish_exp(a, cx);
                self.finish_exp(b, cx);
                self.finish_exp(c, cx);
            }
            ExpKind::Fn(rules) => {
                self.finish_rules(rules, cx);
                let loc = rules.first().map_or(exp.loc, |rule| rule.pat.loc);
                self.analyse_rules(rules, loc, Match::Rules);
            }
            ExpKind::Case(subject, rules) => {
                self.finish_exp(subject, cx);
                self.finish_rules(rules, cx);
                let kind = kind_of_case(exp.loc, rules, right_side);
                self.analyse_rules(rules, subject.loc, kind);
            }
            ExpKind::Handle(body, rules) => {
                self.finish_exp(body, cx);
                self.finish_rules(rules, cx);
                self.analyse_rules(rules, exp.loc, Match::Handler);
            }
        }
    }

    fn finish_rules(&mut self, rules: &mut [Rule], cx: &mut Finish) {
        for rule in rules {
            self.finish_pat(&mut rule.pat, cx);
            cx.right_side = Some(rule.exp.loc);
            self.finish_exp(&mut rule.exp, cx);
        }
    }

    fn finish_pat(&mut self, pat: &mut Pat, cx: &mut Finish) {
        pat.ty = self.core.finish_ty(pat.ty, cx);
        match &mut pat.kind {
            PatKind::Wild | PatKind::Var(_) => {}
            PatKind::Lit(lit) => self.check_lit(lit, pat.ty, pat.loc),
            PatKind::Con(_, _, arg) | PatKind::Excon(_, arg) => {
                if let Some(arg) = arg {
                    self.finish_pat(arg, cx);
                }
            }
            PatKind::Record(fields) => {
                fields.iter_mut().for_each(|(_, pat)| self.finish_pat(pat, cx));
            }
            PatKind::List(parts) | PatKind::Vector(parts) | PatKind::Or(parts) => {
                parts.iter_mut().for_each(|pat| self.finish_pat(pat, cx));
            }
            PatKind::As(_, pat) => self.finish_pat(pat, cx),
        }
    }

    /// Reports a number outside the range of its type.
    fn check_lit(&mut self, lit: &Lit, ty: Ty, loc: Loc) {
        let value = match lit {
            Lit::Int(value) => value,
            Lit::Real(value) if value.is_infinite() => {
                self.report(
                    Diagnostic::error("constant out of range")
                        .at(loc.source, loc.span, "no real is this large")
                        .hint("the largest real is about 1.8E308"),
                );
                return;
            }
            Lit::Real(_) | Lit::Char(_) | Lit::String(_) => return,
        };
        let Node::Con(tycon, _) = self.core.program.types.node(ty) else { return };
        let definition = &self.core.program.tycons[*tycon].definition;
        let (low, high, bits) = if let Definition::Builtin(Builtin::Int(bits)) = definition {
            let limit = BigInt::from(1) << (bits - 1);
            (-limit.clone(), limit - 1, bits)
        } else if let Definition::Builtin(Builtin::Word(bits)) = definition {
            (BigInt::from(0), (BigInt::from(1) << bits) - 1, bits)
        } else {
            return;
        };
        if *value >= low && *value <= high {
            return;
        }
        let name = self.tycon_name(*tycon);
        let mut message = Diagnostic::error("constant out of range").at(
            loc.source,
            loc.span,
            format!("{name} has {bits} bits"),
        );
        if *tycon == self.core.builtins.int {
            message = message.hint("`IntInf.int` has no limit");
        }
        self.report(message);
    }
}

impl Core {
    /// The type without metas and rows.
    pub(crate) fn finish_ty(&mut self, ty: Ty, cx: &mut Finish) -> Ty {
        let ty = self.finish_scheme(ty, cx);
        self.without_rows(ty, cx)
    }

    /// The type without metas. Rows stay, as schemes mention them until the end of the declaration.
    pub(crate) fn finish_scheme(&mut self, ty: Ty, cx: &mut Finish) -> Ty {
        if !self.program.types.has_meta(ty) && self.infer.unbound_tyvars.is_empty() {
            return ty;
        }
        let ty = self.map_ty(ty, &Subst::Finish(cx.from), &mut cx.memo);
        if self.infer.unbound_tyvars.is_empty() {
            return ty;
        }
        let unit = self.unit_ty();
        let vars = std::mem::take(&mut self.infer.unbound_tyvars);
        let types = vec![unit; vars.len()];
        let ty = self.subst(ty, &vars, &types);
        self.infer.unbound_tyvars = vars;
        ty
    }
}
