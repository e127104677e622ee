//! Patterns that need no test.

use super::data::Repr;
use super::{Binding, Cx, Val};
use anf::Atom;
use base::bug;
use prim::Data;
use sml_elab::core::{Definition, Node, Pat, PatKind, Ty};
use sml_syntax::names::Sym;
use types::Ty as Anf;

impl<'p> Cx<'p> {
    /// The index of a field in a record type, and the number of fields.
    pub(super) fn label_index(&self, ty: Ty, label: Sym) -> (usize, usize) {
        let mut ty = ty;
        while let Node::Con(con, _) = self.program.types.node(ty)
            && let Definition::Opaque(inner) = self.program.tycons[*con].definition
        {
            ty = inner;
        }
        let name = self.program.names.text(label);
        let Node::Record(fields) = self.program.types.node(ty) else {
            bug!("the field `{name}` of a type that is no record");
        };
        let index = fields.iter().position(|(own, _)| *own == label);
        (index.unwrap_or_else(|| bug!("a record without the field `{name}`")), fields.len())
    }

    /// The contents of a reference.
    pub(super) fn deref(&mut self, val: &Val) -> Val {
        let cell = self.atom(val);
        let content = if let Atom::Var(var) = &cell
            && let Anf::Ref(content) = self.kept.b.module().types.get(self.kept.b.ty_of(*var))
        {
            *content
        } else {
            self.only_beyond_limits("the contents of a value that is no reference");
            self.unit
        };
        Val::from(self.kept.b.op("x", content, Data::Deref, [cell]))
    }

    /// True of patterns that fit every value without a test.
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
                PatKind::Con(con, _, Some(arg)) => {
                    let is_ref = self.repr(*con) == Repr::Ref;
                    let content = if is_ref { self.deref(&val) } else { val };
                    todo.push((arg, content));
                }
                PatKind::Or(pats) => todo.push((&pats[0], val)),
                PatKind::Wild | PatKind::Con(_, _, None) => {}
                PatKind::Lit(_) | PatKind::Excon(..) | PatKind::List(_) | PatKind::Vector(_) => {
                    bug!("{:?} may fail", pat.kind)
                }
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
            if !matches!(pat.kind, PatKind::Wild) {
                let (index, count) = self.label_index(ty, *label);
                let part = self.part(val, index, count);
                todo.push((pat, part));
            }
        }
    }
}
