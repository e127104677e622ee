//! The binding places of type variables that are written in a `val` or `fun`.
//!
//! Section 4.6 of the Definition: a type variable belongs to the outermost
//! value declaration in which it occurs, not counting occurrences within a value
//! declaration further inside. So a declaration binds the type variables that occur in it
//! outside inner declarations, unless an outer declaration has bound them.

use sml_syntax::ast::{
    Clause, Dec, DecKind, ExnBind, Exp, ExpKind, Ident, Pat, PatKind, Rule, Ty, TyKind, ValBind,
};

/// The type variables of a `val`, in the order of their occurrence; with repetitions.
pub(crate) fn of_val(binds: &[ValBind], found: &mut Vec<Ident>) {
    for bind in binds {
        pat(&bind.pat, found);
        exp(&bind.exp, found);
    }
}

/// The type variables of a clause of a `fun`.
pub(crate) fn of_clause(clause: &Clause, found: &mut Vec<Ident>) {
    pats(&clause.pats, found);
    if let Some(result) = &clause.ty {
        ty(result, found);
    }
    exp(&clause.exp, found);
}

/// The type variables of a type.
pub(crate) fn ty(t: &Ty, found: &mut Vec<Ident>) {
    match &t.kind {
        TyKind::Var(ident) => found.push(*ident),
        TyKind::Record(fields) => fields.iter().for_each(|(_, t)| ty(t, found)),
        TyKind::Tuple(parts) => parts.iter().for_each(|t| ty(t, found)),
        TyKind::Con(args, _) => args.iter().for_each(|t| ty(t, found)),
        TyKind::Arrow(from, to) => {
            ty(from, found);
            ty(to, found);
        }
        TyKind::Error => {}
    }
}

fn pats(all: &[Pat], found: &mut Vec<Ident>) {
    all.iter().for_each(|p| pat(p, found));
}

fn pat(p: &Pat, found: &mut Vec<Ident>) {
    match &p.kind {
        PatKind::Wild | PatKind::Lit(_) | PatKind::Id(_) | PatKind::Error => {}
        PatKind::Record(fields, _) => fields.iter().for_each(|(_, p)| pat(p, found)),
        PatKind::Tuple(parts)
        | PatKind::List(parts)
        | PatKind::Vector(parts)
        | PatKind::Or(parts) => pats(parts, found),
        PatKind::Con(_, p) => pat(p, found),
        PatKind::Infix(p, _, q) => {
            pat(p, found);
            pat(q, found);
        }
        PatKind::Typed(p, t) => {
            pat(p, found);
            ty(t, found);
        }
        PatKind::As(_, t, p) => {
            t.iter().for_each(|t| ty(t, found));
            pat(p, found);
        }
    }
}

fn rules(all: &[Rule], found: &mut Vec<Ident>) {
    for rule in all {
        pat(&rule.pat, found);
        exp(&rule.exp, found);
    }
}

fn exps(all: &[Exp], found: &mut Vec<Ident>) {
    all.iter().for_each(|e| exp(e, found));
}

fn exp(e: &Exp, found: &mut Vec<Ident>) {
    match &e.kind {
        ExpKind::Lit(_) | ExpKind::Var(_) | ExpKind::Select(_) | ExpKind::Error => {}
        ExpKind::Record(fields) => fields.iter().for_each(|(_, e)| exp(e, found)),
        ExpKind::Tuple(parts)
        | ExpKind::List(parts)
        | ExpKind::Vector(parts)
        | ExpKind::Seq(parts) => exps(parts, found),
        ExpKind::Let(inner, parts) => {
            decs(inner, found);
            exps(parts, found);
        }
        ExpKind::App(a, b)
        | ExpKind::Infix(a, _, b)
        | ExpKind::Andalso(a, b)
        | ExpKind::Orelse(a, b)
        | ExpKind::While(a, b) => {
            exp(a, found);
            exp(b, found);
        }
        ExpKind::Typed(a, t) => {
            exp(a, found);
            ty(t, found);
        }
        ExpKind::Handle(a, match_) | ExpKind::Case(a, match_) => {
            exp(a, found);
            rules(match_, found);
        }
        ExpKind::Raise(a) => exp(a, found),
        ExpKind::If(a, b, c) => {
            exp(a, found);
            exp(b, found);
            exp(c, found);
        }
        ExpKind::Fn(match_) => rules(match_, found),
        ExpKind::Prim(_, t) => ty(t, found),
    }
}

fn decs(all: &[Dec], found: &mut Vec<Ident>) {
    for dec in all {
        match &dec.kind {
            DecKind::Exception(binds) => {
                for bind in binds {
                    match bind {
                        ExnBind::New(_, t) | ExnBind::Prim(_, t, _) => {
                            t.iter().for_each(|t| ty(t, found));
                        }
                        ExnBind::Alias(..) => {}
                    }
                }
            }
            DecKind::Local(inner, outer) => {
                decs(inner, found);
                decs(outer, found);
            }
            DecKind::Abstype(_, _, inner) => decs(inner, found),
            // Value declarations bind their own; the others bind all they mention.
            DecKind::Val(..)
            | DecKind::Fun(..)
            | DecKind::Exp(_)
            | DecKind::Type(_)
            | DecKind::Datatype(..)
            | DecKind::Replicate(..)
            | DecKind::Open(_)
            | DecKind::Fixity(..)
            | DecKind::Semi
            | DecKind::Structure(_)
            | DecKind::Signature(_)
            | DecKind::Functor(_)
            | DecKind::Overload(..)
            | DecKind::Error => {}
        }
    }
}
