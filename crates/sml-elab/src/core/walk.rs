//! Walking over a declaration without recursion, since text may be nested without limit.

use super::{Clause, Dec, Exp, ExpKind, Pat, PatKind, Rule};

/// A part of a declaration.
#[derive(Clone, Copy)]
pub enum Part<'p> {
    /// A declaration, the whole one first.
    Dec(&'p Dec),
    /// An expression.
    Exp(&'p Exp),
    /// A pattern.
    Pat(&'p Pat),
}

/// Visits all parts of a declaration, each before those in it, until the answer is false; gives the
/// last answer.
pub fn walk<'p>(dec: &'p Dec, mut visit: impl FnMut(Part<'p>) -> bool) -> bool {
    let mut work = vec![Part::Dec(dec)];
    while let Some(part) = work.pop() {
        if !visit(part) {
            return false;
        }
        match part {
            Part::Dec(dec) => in_dec(dec, &mut work),
            Part::Exp(exp) => in_exp(exp, &mut work),
            Part::Pat(pat) => in_pat(pat, |inner| work.push(Part::Pat(inner))),
        }
    }
    true
}

fn in_dec<'p>(dec: &'p Dec, work: &mut Vec<Part<'p>>) {
    match dec {
        Dec::Val { pat, exp, .. } => work.extend([Part::Pat(pat), Part::Exp(exp)]),
        Dec::Fun { binds, .. } => {
            for Clause { pats, exp } in binds.iter().flat_map(|bind| &bind.clauses) {
                work.extend(pats.iter().map(Part::Pat));
                work.push(Part::Exp(exp));
            }
        }
        Dec::Exception { .. } => {}
    }
}

fn in_exp<'p>(exp: &'p Exp, work: &mut Vec<Part<'p>>) {
    match &exp.kind {
        ExpKind::Lit(_)
        | ExpKind::Var(..)
        | ExpKind::Con(..)
        | ExpKind::Excon(_)
        | ExpKind::Prim(_) => {}
        ExpKind::Record(fields) => work.extend(fields.iter().map(|(_, exp)| Part::Exp(exp))),
        ExpKind::Select(_, exp) | ExpKind::Raise(exp) => work.push(Part::Exp(exp)),
        ExpKind::List(exps) | ExpKind::Vector(exps) | ExpKind::Seq(exps) => {
            work.extend(exps.iter().map(Part::Exp));
        }
        ExpKind::Let(decs, exp) => {
            work.extend(decs.iter().map(Part::Dec));
            work.push(Part::Exp(exp));
        }
        ExpKind::App(a, b) | ExpKind::While(a, b) => work.extend([Part::Exp(a), Part::Exp(b)]),
        ExpKind::If(a, b, c) => work.extend([a, b, c].map(|exp| Part::Exp(exp))),
        ExpKind::Fn(rules) => in_rules(rules, work),
        ExpKind::Case(exp, rules) | ExpKind::Handle(exp, rules) => {
            work.push(Part::Exp(exp));
            in_rules(rules, work);
        }
    }
}

fn in_rules<'p>(rules: &'p [Rule], work: &mut Vec<Part<'p>>) {
    for Rule { pat, exp } in rules {
        work.extend([Part::Pat(pat), Part::Exp(exp)]);
    }
}

/// The patterns in a pattern.
pub(crate) fn in_pat<'p>(pat: &'p Pat, mut found: impl FnMut(&'p Pat)) {
    match &pat.kind {
        PatKind::Wild
        | PatKind::Lit(_)
        | PatKind::Var(_)
        | PatKind::Con(_, _, None)
        | PatKind::Excon(_, None) => {}
        PatKind::Con(_, _, Some(inner))
        | PatKind::Excon(_, Some(inner))
        | PatKind::As(_, inner) => found(inner),
        PatKind::Record(fields) => fields.iter().for_each(|(_, pat)| found(pat)),
        PatKind::List(pats) | PatKind::Vector(pats) | PatKind::Or(pats) => {
            pats.iter().for_each(found);
        }
    }
}
