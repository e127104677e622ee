//! The meaning of names: from the scopes in force, else from the library.

use super::basis::{Namespace, Visible};
use super::env::{StrId, TyStr, Val};
use super::index::Kind;
use super::report::Unknown;
use super::{Core, Elab, foreign, near};
use crate::core::{Node, Ty};
use diag::Diagnostic;
use sml_syntax::ast::{Ident, LongId};
use sml_syntax::names::Sym;
use std::sync::Arc;

impl Elab {
    /// A name with the structures around it.
    pub(crate) fn qualified(&self, name: Sym) -> Arc<str> {
        if self.place.path.is_empty() {
            return self.core.program.names.text(name).clone();
        }
        let mut text = String::new();
        for part in &self.place.path {
            text.push_str(self.core.program.names.text(*part));
            text.push('.');
        }
        text.push_str(self.core.program.names.text(name));
        text.into()
    }

    /// The meaning of a value identifier; a message if there is none.
    pub(crate) fn find_val(&mut self, id: &LongId) -> Option<Val> {
        if id.path.is_empty() {
            let found = self.lookup_val(id.id.name);
            if found.is_none() {
                self.unknown_val(id.id);
            }
            return found;
        }
        if self.is_field(id) {
            return None;
        }
        let structure = self.find_path(&id.path)?;
        let env = self.contents(structure);
        match env.vals.get(id.id.name) {
            Some(found) => Some(found),
            None if env.error => None,
            None => {
                let names: Vec<Sym> = env.vals.iter().map(|(sym, _)| sym).collect();
                self.not_in_structure("value", &id.path, id.id, &names);
                None
            }
        }
    }

    /// True of `x.name`, where `x` is a value and no structure, which is reported.
    fn is_field(&mut self, id: &LongId) -> bool {
        let Some(first) = id.path.first() else { return false };
        if self.lookup_structure(first.name).is_some() {
            return false;
        }
        let Some(val) = self.lookup_val(first.name) else { return false };
        let (_, ty) = self.core.scheme(val);
        if matches!(self.core.head_node(ty), Node::Arrow(..)) {
            return false;
        }
        let mut text = self.core.text(first.name);
        let labels = id.path[1..].iter().chain(std::iter::once(&id.id));
        for (i, label) in labels.enumerate() {
            let record = if i > 0 { format!("({text})") } else { text };
            text = format!("#{} {record}", self.core.text(label.name));
        }
        let name = self.core.text(first.name);
        self.report(
            Diagnostic::error("unknown structure")
                .at(self.place.source, first.span, format!("`{name}` is a value, not a structure"))
                .hint(format!("a field of a record is taken with `{text}`")),
        );
        true
    }

    pub(crate) fn lookup_val(&mut self, sym: Sym) -> Option<Val> {
        self.env.val(sym).or_else(|| self.library_val(sym, false))
    }

    /// The same of a name in a pattern, where only constructors matter.
    pub(crate) fn lookup_con(&mut self, sym: Sym) -> Option<Val> {
        self.env.val(sym).or_else(|| self.library_val(sym, true))
    }

    pub(crate) fn lookup_type(&mut self, sym: Sym) -> Option<TyStr> {
        self.env.ty(sym).or_else(|| self.library_type(sym))
    }

    pub(crate) fn lookup_structure(&mut self, sym: Sym) -> Option<StrId> {
        self.env.structure(sym).or_else(|| self.library_structure(sym))
    }

    /// A type's meaning, which is not noted as used.
    pub(crate) fn peek_type(&self, sym: Sym) -> Option<TyStr> {
        self.env.peek_type(sym).or_else(|| self.known_type(sym))
    }

    /// The meaning of a type's name in the library, if that is known without reading a file.
    pub(crate) fn known_type(&self, sym: Sym) -> Option<TyStr> {
        self.library.known_type(sym).or_else(|| {
            let (structure, member) = self.library.type_member(sym)?;
            self.core.peek_in(structure, &[member])
        })
    }

    /// A structure, which is not noted as used.
    pub(crate) fn peek_structure(&self, sym: Sym) -> Option<StrId> {
        self.env.peek_structure(sym).or_else(|| {
            let seen =
                self.place.in_library || self.library.part(Namespace::Structure, sym).is_some();
            self.library.known_structure(sym).filter(|_| seen)
        })
    }

    /// The structure of a name; a message if there is none.
    pub(crate) fn find_structure(&mut self, id: &LongId) -> Option<StrId> {
        let mut path = id.path.clone();
        path.push(id.id);
        self.find_path(&path)
    }

    /// The structure of a path; a message if there is none.
    pub(crate) fn find_path(&mut self, path: &[Ident]) -> Option<StrId> {
        let (first, rest) = path.split_first()?;
        let Some(mut found) = self.lookup_structure(first.name) else {
            self.unknown_structure(*first);
            return None;
        };
        self.note_structure(*first, found);
        for (i, part) in rest.iter().enumerate() {
            let env = self.contents(found);
            match env.strs.get(part.name) {
                Some(inner) => found = inner,
                None if env.error => return None,
                None => {
                    let names: Vec<Sym> = env.strs.iter().map(|(sym, _)| sym).collect();
                    self.not_in_structure("structure", &path[..=i], *part, &names);
                    return None;
                }
            }
            self.note_structure(*part, found);
        }
        Some(found)
    }

    fn unknown_val(&mut self, ident: Ident) {
        if self.messages.is_mute() || !self.messages.is_new(Unknown::Value, ident.name) {
            self.messages.errors += 1;
            return;
        }
        self.messages.clues.unknown.push((Namespace::Value, ident.name));
        let name = self.core.text(ident.name);
        let mut message = Diagnostic::error("unknown name").at(
            self.place.source,
            ident.span,
            format!("`{name}` is not bound here"),
        );
        if self.messages.clues.being_bound.contains(&ident.name) {
            message = message.hint("a recursive function is declared with `fun` or `val rec`");
        } else if let Some(hint) = self.scope_hint(ident.name) {
            message = message.hint(hint);
        } else if let Some(hint) = self.hidden(Namespace::Value, ident.name) {
            message = message.hint(hint);
        } else if let Some(hint) = foreign::foreign_name(&name) {
            message = message.hint(hint);
        } else if let Some(structure) = self.usual_structure(&name) {
            message = message.hint(format!("did you mean `{structure}.{name}`?"));
        } else {
            let mut candidates: Vec<Sym> = self.env.val_names().collect();
            candidates.extend(self.library.val_names());
            if let Some(near) = near::nearest(&self.core.program.names, &name, candidates) {
                message = message.hint(format!("did you mean `{near}`?"));
            }
        }
        self.report(message);
        self.note_operator(ident);
    }

    /// The structure in which a name is usually meant, if it is the library's here.
    fn usual_structure(&self, name: &str) -> Option<&'static str> {
        let structure = foreign::usual_structure(name)?;
        let sym = self.core.program.names.find(structure)?;
        let own = self.env.peek_structure(sym).is_some();
        (!own && self.sees(Visible::MODULES)).then_some(structure)
    }

    pub(crate) fn unknown_con(&mut self, ident: Ident) {
        if self.messages.is_mute() || !self.messages.is_new(Unknown::Constructor, ident.name) {
            self.messages.errors += 1;
            return;
        }
        self.messages.clues.unknown.push((Namespace::Value, ident.name));
        let name = self.core.text(ident.name);
        let mut message = Diagnostic::error("unknown constructor").at(
            self.place.source,
            ident.span,
            format!("there is no constructor `{name}` here"),
        );
        let mut candidates: Vec<Sym> = self.env.val_names().collect();
        candidates.retain(|sym| {
            self.env
                .peek_val(*sym)
                .is_some_and(|v| self.core.status(v) != super::env::Status::Value)
        });
        candidates.extend(self.library.con_names());
        if let Some(hint) = self.hidden(Namespace::Value, ident.name) {
            message = message.hint(hint);
        } else if let Some(near) = near::nearest(&self.core.program.names, &name, candidates) {
            message = message.hint(format!("did you mean `{near}`?"));
        }
        self.report(message);
    }

    fn unknown_structure(&mut self, ident: Ident) {
        if self.messages.is_mute() || !self.messages.is_new(Unknown::Structure, ident.name) {
            self.messages.errors += 1;
            return;
        }
        self.messages.clues.unknown.push((Namespace::Structure, ident.name));
        let name = self.core.text(ident.name);
        let mut message = Diagnostic::error("unknown structure").at(
            self.place.source,
            ident.span,
            format!("there is no structure `{name}` here"),
        );
        if self.env.peek_functor(ident.name).is_some() {
            self.report(message.hint(format!("`{name}` is a functor: apply it to a structure")));
            return;
        }
        let mut candidates: Vec<Sym> = self.env.str_names().collect();
        candidates.extend(self.library.structure_names());
        if let Some(hint) = self.hidden(Namespace::Structure, ident.name) {
            message = message.hint(hint);
        } else if let Some(near) = near::nearest(&self.core.program.names, &name, candidates) {
            message = message.hint(format!("did you mean `{near}`?"));
        }
        self.report(message);
    }

    /// Reports a name that a structure does not have.
    pub(crate) fn not_in_structure(
        &mut self,
        what: &str,
        path: &[Ident],
        ident: Ident,
        names: &[Sym],
    ) {
        let name = self.core.text(ident.name);
        let path: Vec<String> = path.iter().map(|part| self.core.text(part.name)).collect();
        let path = path.join(".");
        let mut message = Diagnostic::error(format!("unknown {what}")).at(
            self.place.source,
            ident.span,
            format!("the structure `{path}` has no {what} `{name}`"),
        );
        if let Some(hint) = foreign::member(&path, &name) {
            message = message.hint(hint);
        } else if let Some(near) =
            near::nearest(&self.core.program.names, &name, names.iter().copied())
        {
            message = message.hint(format!("did you mean `{path}.{near}`?"));
        }
        self.report(message);
    }

    /// Notes a use of a value for editors.
    pub(crate) fn note_val(&mut self, id: &LongId, val: Val, ty: Ty) {
        if self.index.is_none() {
            return;
        }
        let kind = match self.core.status(val) {
            super::env::Status::Value => Kind::Value,
            super::env::Status::Con | super::env::Status::Exn => Kind::Constructor,
        };
        let loc = self.core.val_loc(val);
        self.note(id.id.span, ty, loc, kind);
    }

    /// Notes a use of a type for editors.
    pub(crate) fn note_type(&mut self, id: &LongId, tystr: TyStr) {
        if self.index.is_none() {
            return;
        }
        let (ty, loc) = match tystr.fun {
            super::env::TyFun::Con(tycon) => {
                let info = &self.core.program.tycons[tycon];
                let (params, loc) = (info.params.clone(), info.loc);
                let args = self.core.vars_as_types(&params);
                (self.core.con(tycon, &args), loc)
            }
            super::env::TyFun::Alias(alias) => (self.core.entities.aliases[alias].1, None),
        };
        self.note(id.id.span, ty, loc, Kind::Type);
    }

    fn note_structure(&mut self, ident: Ident, structure: StrId) {
        if self.index.is_some() {
            let loc = self.core.entities.str_locs.get(&structure).copied();
            let ty = self.core.infer.error;
            self.note(ident.span, ty, loc, Kind::Structure);
        }
    }
}

impl Core {
    /// The text of a name.
    pub(crate) fn text(&self, sym: Sym) -> String {
        self.program.names.text(sym).to_string()
    }

    /// `A.B.x` as written.
    pub(crate) fn long_text(&self, id: &LongId) -> String {
        let mut text = String::new();
        for part in &id.path {
            text.push_str(self.program.names.text(part.name));
            text.push('.');
        }
        text.push_str(self.program.names.text(id.id.name));
        text
    }
}
