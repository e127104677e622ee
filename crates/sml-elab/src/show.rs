//! Types in the user's notation.
//!
//! A type constructor has the shortest name that means it at this place; metas are `'a`,
//! `'b`, in the order of their occurrence in a message; huge types are cut off.

use super::env::{StrId, TyFun};
use super::types::{Class, tyvar_text};
use super::{Core, Elab, top_level};
use crate::core::{Meta, Node, Ty, TyCon, TyVar};
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;
use std::fmt::Write;
use std::sync::Arc;

/// Parts of a type that are shown before the rest is cut off.
pub(crate) const MOST_PARTS: usize = 60;

/// The metas that one message shows, by which their names are chosen.
pub(crate) struct Shown {
    metas: Vec<Meta>,
    parts: usize,
    /// Parts of a type that are shown before the rest is cut off.
    most: usize,
    /// Type variables that are named by their order; none if they have the names of their
    /// bindings.
    pub(crate) tyvars: Option<Vec<TyVar>>,
    /// Names of type constructors that are known already.
    pub(crate) names: FxHashMap<TyCon, Arc<str>>,
}

impl Default for Shown {
    fn default() -> Self {
        let (metas, names) = (Vec::new(), FxHashMap::default());
        Shown { metas, parts: 0, most: MOST_PARTS, tyvars: None, names }
    }
}

impl Shown {
    /// For a type on its own, with these names of type constructors. Its type variables are named
    /// by their order, these first.
    pub(crate) fn scheme(
        tyvars: Vec<TyVar>,
        names: FxHashMap<TyCon, Arc<str>>,
        most: usize,
    ) -> Shown {
        Shown { metas: Vec::new(), parts: 0, most, tyvars: Some(tyvars), names }
    }
}

/// The place of a type in another, which decides where parentheses are needed.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Place {
    Any,
    Domain,
    Component,
    Argument,
}

impl Elab {
    /// A type.
    pub(crate) fn show(&self, ty: Ty) -> String {
        self.show_in(ty, &mut Shown::default())
    }

    /// A type in a message that shows others.
    pub(crate) fn show_in(&self, ty: Ty, shown: &mut Shown) -> String {
        let mut text = String::new();
        shown.parts = 0;
        self.write_ty(ty, Place::Any, shown, &mut text);
        text
    }

    fn write_ty(&self, ty: Ty, place: Place, shown: &mut Shown, text: &mut String) {
        let ty = self.core.head(ty);
        shown.parts += 1;
        if shown.parts > shown.most {
            text.push_str("...");
            return;
        }
        if ty == self.core.infer.error {
            text.push('_');
            return;
        }
        match self.core.program.types.node(ty) {
            Node::Var(var) => match self.core.infer.rows.fields(*var) {
                Some((_, Some(record))) => self.write_ty(record, place, shown, text),
                Some((fields, None)) => self.write_open(fields, shown, text),
                None => self.write_tyvar(*var, shown, text),
            },
            Node::Meta(meta) => self.write_meta(*meta, shown, text),
            Node::Con(tycon, args) => {
                match args.len() {
                    0 => {}
                    1 => {
                        self.write_ty(args[0], Place::Argument, shown, text);
                        text.push(' ');
                    }
                    _ => {
                        self.write_list(args, shown, text);
                        text.push(' ');
                    }
                }
                match shown.names.get(tycon) {
                    Some(name) => text.push_str(name),
                    None => text.push_str(&self.tycon_name(*tycon)),
                }
            }
            Node::Arrow(from, to) => {
                let open = place > Place::Any;
                text.push_str(if open { "(" } else { "" });
                self.write_ty(*from, Place::Domain, shown, text);
                text.push_str(" -> ");
                self.write_ty(*to, Place::Any, shown, text);
                text.push_str(if open { ")" } else { "" });
            }
            Node::Record(fields) => self.write_record(fields, place, shown, text),
        }
    }

    fn write_tyvar(&self, var: TyVar, shown: &mut Shown, text: &mut String) {
        let Some(known) = &mut shown.tyvars else {
            return text.push_str(self.core.program.names.text(self.core.program.tyvars[var]));
        };
        let index = known.iter().position(|other| *other == var).unwrap_or_else(|| {
            known.push(var);
            known.len() - 1
        });
        text.push_str(&tyvar_text(index, self.core.infer.tyvars[var].0));
    }

    fn write_list(&self, types: &[Ty], shown: &mut Shown, text: &mut String) {
        text.push('(');
        for (i, ty) in types.iter().enumerate() {
            text.push_str(if i > 0 { ", " } else { "" });
            self.write_ty(*ty, Place::Any, shown, text);
        }
        text.push(')');
    }

    fn write_record(
        &self,
        fields: &[(Sym, Ty)],
        place: Place,
        shown: &mut Shown,
        text: &mut String,
    ) {
        if fields.is_empty() {
            text.push_str("unit");
            return;
        }
        let names = &self.core.program.names;
        let is_tuple = fields.len() > 1
            && fields
                .iter()
                .enumerate()
                .all(|(i, (label, _))| names.text(*label).parse::<usize>() == Ok(i + 1));
        if is_tuple {
            let open = place > Place::Domain;
            text.push_str(if open { "(" } else { "" });
            for (i, (_, ty)) in fields.iter().enumerate() {
                if shown.parts > shown.most {
                    break;
                }
                text.push_str(if i > 0 { " * " } else { "" });
                self.write_ty(*ty, Place::Component, shown, text);
            }
            text.push_str(if open { ")" } else { "" });
            return;
        }
        text.push('{');
        for (i, (label, ty)) in fields.iter().enumerate() {
            if shown.parts > shown.most {
                text.push_str(", ...");
                break;
            }
            let comma = if i > 0 { ", " } else { "" };
            let label = names.text(*label);
            // A symbol and the colon would be one name.
            let space = if label.starts_with(is_of_word) { "" } else { " " };
            let _ = write!(text, "{comma}{label}{space}: ");
            self.write_ty(*ty, Place::Any, shown, text);
        }
        text.push('}');
    }

    fn write_meta(&self, meta: Meta, shown: &mut Shown, text: &mut String) {
        let info = &self.core.infer.metas[meta];
        if info.class != Class::ANY {
            text.push_str(&self.tycon_name(info.class.first().0));
            return;
        }
        if let Some(fields) = &info.fields {
            return self.write_open(fields, shown, text);
        }
        let index = shown.metas.iter().position(|m| *m == meta).unwrap_or_else(|| {
            shown.metas.push(meta);
            shown.metas.len() - 1
        });
        text.push_str(&tyvar_text(index, info.eq));
    }

    /// A record of which not all fields are known.
    fn write_open(&self, fields: &[(Sym, Ty)], shown: &mut Shown, text: &mut String) {
        text.push('{');
        for (label, ty) in fields.iter() {
            let _ = write!(text, "{}: ", self.core.program.names.text(*label));
            self.write_ty(*ty, Place::Any, shown, text);
            text.push_str(", ");
        }
        text.push_str("...}");
    }

    /// The shortest name that means a type constructor here.
    pub(crate) fn tycon_name(&self, tycon: TyCon) -> String {
        let info = &self.core.program.tycons[tycon];
        let name = self.core.program.names.text(info.name).to_string();
        if self.peek_type(info.name).is_some_and(|found| found.fun == TyFun::Con(tycon)) {
            return name;
        }
        let Some(path) = &self.core.entities.tycon_paths[tycon] else { return name };
        if let Some(found) = self.declared_name(tycon, |_| true) {
            return found;
        }
        let shown = top_level::SHOWN.iter().find(|(own, _)| **own == **path);
        let shown = shown.map_or_else(|| path.to_string(), |(_, known)| (*known).to_string());
        self.other_name(tycon).unwrap_or(shown)
    }

    /// The shortest end of the path of a type constructor's declaration that means it here;
    /// `may_begin` decides with which structures it may begin.
    pub(crate) fn declared_name(
        &self,
        tycon: TyCon,
        may_begin: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let path = self.core.entities.tycon_paths[tycon].as_ref()?;
        let parts: Vec<&str> = path.split('.').collect();
        let ends = (0..parts.len().saturating_sub(1)).rev();
        let mut ends = ends.filter(|start| may_begin(parts[*start]));
        let start = ends.find(|start| self.means(&parts[*start..], tycon));
        // A builtin type has its name before the structure is read that has it.
        let start = start.or_else(|| {
            let is_builtin = self.core.program.tycons[tycon].loc.is_none();
            (is_builtin && may_begin(parts[0]) && self.is_unread(parts[0])).then_some(0)
        })?;
        Some(parts[start..].join("."))
    }

    /// True of a structure of the library that has not been read.
    fn is_unread(&self, structure: &str) -> bool {
        let name = self.core.program.names.find(structure);
        name.is_some_and(|name| {
            self.env.peek_structure(name).is_none()
                && self.library.known_structure(name).is_none()
                && self.library.structure_names().contains(&name)
        })
    }

    /// A name of a type constructor whose path means nothing here: the shortest in the
    /// structures of the library, or else in those of the user.
    fn other_name(&self, tycon: TyCon) -> Option<String> {
        let library = self.library.structure_names();
        let library = library.into_iter().filter(|sym| self.env.peek_structure(*sym).is_none());
        let known = library.filter_map(|sym| Some((sym, self.library.known_structure(sym)?)));
        let own = self.env.str_names().filter_map(|sym| Some((sym, self.env.peek_structure(sym)?)));
        self.core
            .name_within(known.collect(), tycon)
            .or_else(|| self.core.name_within(own.collect(), tycon))
    }

    /// True if a path means this type constructor here.
    pub(crate) fn means(&self, path: &[&str], tycon: TyCon) -> bool {
        let names = &self.core.program.names;
        let symbols: Option<Vec<Sym>> = path.iter().map(|part| names.find(part)).collect();
        let Some([first, inner @ ..]) = symbols.as_deref() else { return false };
        self.peek_structure(*first)
            .and_then(|found| self.core.peek_in(found, inner))
            .is_some_and(|tystr| tystr.fun == TyFun::Con(tycon))
    }
}

/// True of what names of letters and digits begin with.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'')
}

impl Core {
    /// The shortest name of a type constructor in some structures or those in them.
    fn name_within(&self, structures: Vec<(Sym, StrId)>, tycon: TyCon) -> Option<String> {
        let text = |sym| self.program.names.text(sym).to_string();
        // The path as text, and as symbols from a root; the structure it leads to.
        let mut level: Vec<(String, (StrId, Vec<Sym>), StrId)> = structures
            .into_iter()
            .map(|(sym, structure)| (text(sym), (structure, Vec::new()), structure))
            .collect();
        while !level.is_empty() {
            let mut found = Vec::new();
            let mut inner = Vec::new();
            for (path, (root, way), structure) in &level {
                let Some(env) = self.peek_names(*structure) else { continue };
                let on = |sym| way.iter().copied().chain([sym]).collect::<Vec<Sym>>();
                let is_it = |name| {
                    let is = self.peek_in(*root, &on(name));
                    is.is_some_and(|is| is.fun == TyFun::Con(tycon))
                };
                if let Some((name, _)) = env.types.iter().find(|(name, _)| is_it(*name)) {
                    found.push(format!("{path}.{}", text(name)));
                }
                inner.extend(
                    env.strs
                        .iter()
                        .map(|(sym, id)| (format!("{path}.{}", text(sym)), (*root, on(sym)), id)),
                );
            }
            if let Some(best) = found.into_iter().min_by_key(|name| (name.len(), name.clone())) {
                return Some(best);
            }
            level = inner;
        }
        None
    }
}
