//! Patterns that need no test.

use super::data::Repr;
use super::{Binding, Cx, Val};
use anf::Atom;
use prim::Data;
use sml_elab::core::{Definition, Node, Pat, PatKind, Ty};
use sml_syntax::names::Sym;
use types::Ty as Anf;

impl<'p> Cx<'p> {
    /// Where the field of a record type is, and how many there are.
    pub(super) fn label_index(&self, ty: Ty, label: Sym) -> Option<(usize, usize)> {
        match self.program.types.node(ty) {
            Node::Record(fields) => {
                Some((fields.iter().position(|(l, _)| *l == label)?, fields.len()))
            }
            Node::Con(con, _) => match self.program.tycons[*con].definition {
                Definition::Opaque(inner) => self.label_index(inner, label),
                _ => None,
            },
            Node::Var(_) | Node::Meta(_) | Node::Arrow(..) => None,
        }
    }

    /// What a reference holds.
    pub(super) fn deref(&mut self, val: &Val) -> Val {
        let cell = self.atom(val);
        let content = match &cell {
            Atom::Var(var) => match self.kept.b.module().types.get(self.kept.b.ty_of(*var)) {
                Anf::Ref(content) => *content,
                _ => self.unit,
            },
            Atom::Const(_) => self.unit,
        };
        Val::from(self.kept.b.op("x", content, Data::Deref, [cell]))
    }

    /// Does the pattern fit every value, and needs it no test?
    pub(super) fn irrefutable(&mut self, pat: &Pat) -> bool {
        match &pat.kind {
            PatKind::Wild | PatKind::Var(_) => true,
            PatKind::As(_, pat) => self.irrefutable(pat),
            PatKind::Record(fields) => fields.iter().all(|(_, pat)| self.irrefutable(pat)),
            PatKind::Con(con, _, arg) => {
                self.single(*con) && arg.as_deref().is_none_or(|arg| self.irrefutable(arg))
            }
            PatKind::Or(pats) => pats.len() == 1 && self.irrefutable(&pats[0]),
            PatKind::Lit(_) | PatKind::Excon(..) | PatKind::List(_) | PatKind::Vector(_) => false,
        }
    }

    /// Binds the variables of a pattern that always fits.
    pub(super) fn bind(&mut self, pat: &'p Pat, val: Val) {
        let val = self.settle_parts(val);
        let mut todo = vec![(pat, val)];
        while let Some((pat, val)) = todo.pop() {
            match &pat.kind {
                PatKind::Var(var) => {
                    let val = self.settle(val);
                    self.env.insert(*var, Binding::Val(val));
                }
                PatKind::As(var, pat) => {
                    let val = self.settle(val);
                    self.env.insert(*var, Binding::Val(val.clone()));
                    todo.push((pat, val));
                }
                PatKind::Record(fields) => self.bind_fields(pat.ty, fields, &val, &mut todo),
                PatKind::Con(con, _, Some(arg)) => match self.repr(*con) {
                    Repr::Ref => {
                        let content = self.deref(&val);
                        todo.push((arg, content));
                    }
                    _ => todo.push((arg, val)),
                },
                PatKind::Or(pats) => todo.extend(pats.first().map(|pat| (pat, val))),
                PatKind::Wild
                | PatKind::Con(_, _, None)
                | PatKind::Lit(_)
                | PatKind::Excon(..)
                | PatKind::List(_)
                | PatKind::Vector(_) => {}
            }
        }
    }

    fn bind_fields(
        &mut self,
        ty: Ty,
        fields: &'p [(Sym, Pat)],
        val: &Val,
        todo: &mut Vec<(&'p Pat, Val)>,
    ) {
        for (label, pat) in fields.iter().rev() {
            if let Some((index, count)) = self.label_index(ty, *label)
                && !matches!(pat.kind, PatKind::Wild)
            {
                let part = self.part(val, index, count);
                todo.push((pat, part));
            }
        }
    }
}
