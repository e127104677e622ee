//! `sharing`: types of a signature that are to be one.

use super::env::{StrId, TyFun};
use super::{Core, Elab};
use crate::core::{Definition, Equality, TyCon};
use base::Span;
use diag::Diagnostic;
use sml_syntax::ast::LongId;

impl Elab {
    /// `sharing type t = u = ...`.
    pub(crate) fn sharing_types(&mut self, ids: &[LongId]) {
        let mut first: Option<TyFun> = None;
        for id in ids {
            let Some(tystr) = self.find_type(id) else { continue };
            match first {
                None => {
                    first = Some(tystr.fun);
                    let fun = self.realised(tystr.fun);
                    if !matches!(fun, TyFun::Con(tycon) if self.at_hand.open_types.contains(&tycon))
                    {
                        self.not_shared(id.span(), fun);
                        return;
                    }
                }
                Some(other) => self.share(other, tystr.fun, id.span()),
            }
        }
    }

    /// `sharing A = B = ...`: all types that they have in common.
    pub(crate) fn sharing_structures(&mut self, ids: &[LongId]) {
        let mut all: Vec<(StrId, Span)> = Vec::new();
        for id in ids {
            let first = id.path.first().copied().unwrap_or(id.id);
            if !self.env.structure_since(first.name, self.at_hand.mark) {
                self.not_in_signature("structure", first, false);
            } else if let Some(structure) = self.find_structure(id) {
                all.push((structure, id.span()));
            }
        }
        for i in 0..all.len() {
            for j in i + 1..all.len() {
                self.share_all(all[i].0, all[j].0, all[j].1);
            }
        }
    }

    fn share_all(&mut self, a: StrId, b: StrId, span: Span) {
        let (a, b) = (self.contents(a), self.contents(b));
        for (name, mine) in a.types.iter() {
            if let Some(other) = b.types.get(name) {
                self.share(mine.fun, other.fun, span);
            }
        }
        for (name, mine) in a.strs.iter() {
            if let Some(other) = b.strs.get(name) {
                self.share_all(mine, other, span);
            }
        }
    }

    /// Makes two types of the signature at hand one.
    fn share(&mut self, a: TyFun, b: TyFun, span: Span) {
        let (a, b) = (self.realised(a), self.realised(b));
        let open = |cx: &Elab, fun| match fun {
            TyFun::Con(tycon) => cx.at_hand.open_types.contains(&tycon).then_some(tycon),
            TyFun::Alias(_) => None,
        };
        let (Some(c), Some(d)) = (open(self, a), open(self, b)) else {
            let fixed = if open(self, a).is_none() { a } else { b };
            self.not_shared(span, fixed);
            return;
        };
        if c == d {
            return;
        }
        let (mine, other) = (&self.core.program.tycons[c], &self.core.program.tycons[d]);
        if mine.params.len() != other.params.len() {
            self.report(Diagnostic::error("types with different numbers of parameters").at(
                self.place.source,
                span,
                "these cannot be one type",
            ));
            return;
        }
        let is_data = |tycon: TyCon| {
            matches!(self.core.program.tycons[tycon].definition, Definition::Data(_))
        };
        let (keep, gone) = if is_data(d) && !is_data(c) { (d, c) } else { (c, d) };
        if self.core.program.tycons[gone].equality != Equality::Never {
            self.core.program.tycons[keep].equality = Equality::IfArguments;
        }
        self.at_hand.identified.insert(gone, TyFun::Con(keep));
    }

    fn not_shared(&mut self, span: Span, fixed: TyFun) {
        let name = match fixed {
            TyFun::Con(tycon) => self.tycon_name(tycon),
            TyFun::Alias(alias) => self.show(self.core.entities.aliases[alias].1),
        };
        self.report(
            Diagnostic::error("sharing of a type that is fixed")
                .at(
                    self.place.source,
                    span,
                    format!("this is {name}, whatever matches the signature"),
                )
                .hint("`where type` says what an open type of a signature is"),
        );
    }
}

impl Core {
    /// True if two type functions are the same.
    pub(crate) fn same_fun(&mut self, a: TyFun, b: TyFun) -> bool {
        if a == b {
            return true;
        }
        if self.is_error_fun(a) || self.is_error_fun(b) {
            return true;
        }
        if self.arity(a) != self.arity(b) {
            return false;
        }
        let params = match a {
            TyFun::Con(tycon) => self.program.tycons[tycon].params.clone(),
            TyFun::Alias(alias) => self.entities.aliases[alias].0.to_vec(),
        };
        let args = self.vars_as_types(&params);
        self.apply_fun(a, &args) == self.apply_fun(b, &args)
    }

    /// True of a type function with an error.
    pub(crate) fn is_error_fun(&self, fun: TyFun) -> bool {
        match fun {
            TyFun::Con(tycon) => tycon == self.builtins.error,
            TyFun::Alias(alias) => self.entities.aliases[alias].1 == self.infer.error,
        }
    }
}
