//! Overloaded operators: declared in the library's text, resolved by their types.

use super::env::{OverId, Val};
use super::inference::Unresolved;
use super::tyexp::TyVarScope;
use super::types::Class;
use super::{Core, Elab};
use crate::core::{Exp, ExpKind, Loc, Meta, Node, Ty, TyCon, TyVar, Var};
use base::{EntityId, Span};
use diag::Diagnostic;
use rustc_hash::FxHashMap;
use sml_syntax::ast::{self, Ident, LongId};
use sml_syntax::names::Sym;

/// An overloaded operator.
pub(crate) struct Overload {
    /// The type variable that stands for the type of each alternative.
    pub(crate) param: TyVar,
    /// Its type.
    pub(crate) ty: Ty,
    class: Class,
    alternatives: Vec<(TyCon, LongId)>,
    found: FxHashMap<TyCon, Val>,
    /// The variable in the program until the type is known.
    placeholder: Var,
}

impl Elab {
    /// `_overload + : ty as A.x and B.y`.
    pub(crate) fn overload_dec(&mut self, name: Ident, ty: &ast::Ty, alternatives: &[LongId]) {
        let mut names = Vec::new();
        super::tyvars::ty(ty, &mut names);
        let param_name =
            names.first().expect("the type of an overloaded operator has a type variable");
        let param = self.core.new_tyvar(param_name.name, false, 0);
        let param_ty = self.core.program.types.intern(Node::Var(param));
        let mut known = FxHashMap::default();
        known.insert(param_name.name, param_ty);
        let outer = std::mem::replace(
            &mut self.place.tyvar_scope,
            TyVarScope { known, of: None, collect: None },
        );
        let ty = self.ty(ty);
        self.place.tyvar_scope = outer;
        let mut class = Class(0);
        let mut found = Vec::new();
        for id in alternatives {
            let Some(tycon) = id.path.last().and_then(|s| self.core.number_type(s.name)) else {
                let text = self.core.long_text(id);
                self.report(Diagnostic::error("not an alternative").at(
                    self.place.source,
                    id.span(),
                    format!("`{text}` is not of a basic type"),
                ));
                continue;
            };
            let definition = self.core.program.tycons[tycon].definition.clone();
            class.0 |= 1 << tycon.index() | self.core.classes.beside(definition).0;
            found.push((tycon, id.clone()));
        }
        let placeholder = self.new_var(name, ty);
        let over = self.core.infer.overs.push(Overload {
            param,
            ty,
            class,
            alternatives: found,
            found: FxHashMap::default(),
            placeholder,
        });
        self.core.infer.placeholders.insert(placeholder, over);
        self.env.bind_val(name.name, Val::Overload(over));
    }

    /// A use of an overloaded operator.
    pub(crate) fn use_overload(&mut self, over: OverId, span: Span) -> Exp {
        let Overload { param, ty, class, placeholder, .. } = self.core.infer.overs[over];
        let own = self.overloaded(class, span);
        let ty = self.core.subst(ty, &[param], &[own]);
        self.exp_at(ExpKind::Var(placeholder, vec![own]), ty, span)
    }

    /// The meaning of a use of an overloaded operator at a type that is known now.
    pub(crate) fn settle_use(&mut self, over: OverId, ty: Ty) -> ExpKind {
        let nothing = ExpKind::Var(self.core.entities.nothing, Vec::new());
        let Node::Con(tycon, _) = *self.core.program.types.node(ty) else { return nothing };
        let first = match faults::on(faults::Fault::OverloadFirst) {
            true => self.core.infer.overs[over].found.keys().next().copied().unwrap_or(tycon),
            false => tycon,
        };
        let val = match self.core.infer.overs[over].found.get(&first) {
            Some(val) => *val,
            None => {
                let id = self.core.alternative(over, tycon);
                let Some(val) = self.library_member(&id) else { return nothing };
                self.core.infer.overs[over].found.insert(tycon, val);
                val
            }
        };
        self.use_val(val, Span::default()).kind
    }

    /// Reports records whose fields are not known, where no more text can determine them.
    pub(crate) fn settle_records(&mut self) {
        let silent = self.messages.is_wrong();
        for unresolved in std::mem::take(&mut self.core.infer.unresolved) {
            let Unresolved { meta, loc } = unresolved;
            if let Some(row) = self.core.open_row(meta) {
                self.core.close_row(row);
                self.unknown_fields(loc, silent);
            } else if let Some((meta, _, true)) = self.core.open_meta(meta) {
                self.core.infer.metas[meta].link = Some(self.core.infer.error);
                self.unknown_fields(loc, silent);
            }
        }
    }

    fn unknown_fields(&mut self, loc: Loc, silent: bool) {
        if silent {
            self.messages.errors += 1;
            return;
        }
        self.report(
            Diagnostic::error("record whose fields are not all known")
                .at(loc.source, loc.span, "nothing here says what other fields there are")
                .hint("write the type of the record, as in `(r : {a: int, b: int})`"),
        );
    }
}

impl Core {
    /// The basic type that a structure of operators is about: `int8` for `Int8Arith`.
    fn number_type(&self, structure: Sym) -> Option<TyCon> {
        let name = self.program.names.text(structure).strip_suffix("Arith")?.to_ascii_lowercase();
        let sym = self.program.names.find(&name)?;
        self.builtins.by_name.get(&sym).copied()
    }

    /// The meaning of an overloaded operator at a type: the alternative of its declaration, or
    /// the member of its name in the structure of the type, `Int5` for `int5`.
    fn alternative(&mut self, over: OverId, tycon: TyCon) -> LongId {
        let Overload { alternatives, placeholder, .. } = &self.infer.overs[over];
        if let Some((_, id)) = alternatives.iter().find(|(t, _)| *t == tycon) {
            return id.clone();
        }
        let id = Ident { name: self.program.vars[*placeholder].name, span: Span::default() };
        let mut structure = self.program.names.text(self.program.tycons[tycon].name).to_string();
        structure[..1].make_ascii_uppercase();
        let structure = self.program.names.intern(&structure);
        LongId { path: vec![Ident { name: structure, span: Span::default() }], id }
    }

    /// Gives overloaded operators and literals of the declaration that ends here their default
    /// types. Records stay open: later text may determine them.
    pub(crate) fn settle(&mut self) {
        for unresolved in std::mem::take(&mut self.infer.unresolved) {
            if self.open_row(unresolved.meta).is_some() {
                self.infer.unresolved.push(unresolved);
                continue;
            }
            let Some((meta, class, has_fields)) = self.open_meta(unresolved.meta) else {
                continue;
            };
            if has_fields {
                self.infer.unresolved.push(Unresolved { meta, ..unresolved });
            } else if class != Class::ANY {
                let ty = self.con(class.first().0, &[]);
                self.infer.metas[meta].link = Some(ty);
            }
        }
    }

    fn open_meta(&mut self, meta: Meta) -> Option<(Meta, Class, bool)> {
        let ty = self.program.types.intern(Node::Meta(meta));
        let ty = self.find(ty);
        let Node::Meta(meta) = *self.program.types.node(ty) else { return None };
        let info = &self.infer.metas[meta];
        Some((meta, info.class, info.fields.is_some()))
    }
}
