//! Types as text.

use super::Printer;
use crate::ast::{Ident, Type, TypeKind};

impl Printer {
    pub(super) fn ty(&mut self, ty: &Type) {
        if let TypeKind::Fn(from, to) = &ty.kind {
            self.ty_part(from);
            self.put(" -> ");
            self.ty_part(to);
        } else {
            self.ty_part(ty);
        }
    }

    /// A type that stands beside an arrow.
    fn ty_part(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Con(name, args) => {
                self.put(&name.name);
                self.ty_args(args);
            }
            TypeKind::Take(ty, names) => self.taken(ty, "take", names.as_deref()),
            TypeKind::Put(ty, names) => self.taken(ty, "put", names.as_deref()),
            TypeKind::Var(_)
            | TypeKind::Tuple(_)
            | TypeKind::Record(_)
            | TypeKind::Variant(_)
            | TypeKind::Fn(..)
            | TypeKind::Bang(_)
            | TypeKind::Unbox(_)
            | TypeKind::Error => self.ty_arg(ty),
        }
    }

    fn taken(&mut self, ty: &Type, word: &str, names: Option<&[Ident]>) {
        self.ty_arg(ty);
        self.put(&format!(" {word} "));
        self.parens(|p| match names {
            Some(names) => p.list(names, |p, name| p.put(&name.name)),
            None => p.put(".."),
        });
    }

    fn ty_args(&mut self, args: &[Type]) {
        for arg in args {
            self.put(" ");
            self.ty_arg(arg);
        }
    }

    /// An argument of a type or a tag.
    fn ty_arg(&mut self, ty: &Type) {
        if let TypeKind::Bang(ty) = &ty.kind {
            self.ty_atom(ty);
            self.put("!");
        } else if let TypeKind::Unbox(ty) = &ty.kind {
            self.put("#");
            self.ty_atom(ty);
        } else {
            self.ty_atom(ty);
        }
    }

    fn ty_atom(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Var(name) => self.put(name),
            TypeKind::Con(name, args) if args.is_empty() => self.put(&name.name),
            TypeKind::Tuple(types) => self.parens(|p| p.list(types, Self::ty)),
            TypeKind::Record(fields) => {
                self.put("{");
                self.list(fields, |p, (name, ty)| {
                    p.put(&format!("{} : ", name.name));
                    p.ty(ty);
                });
                self.put("}");
            }
            TypeKind::Variant(tags) => {
                self.put("<");
                for (i, (name, args)) in tags.iter().enumerate() {
                    self.put(if i == 0 { "" } else { " | " });
                    self.put(&name.name);
                    self.ty_args(args);
                }
                self.put(">");
            }
            TypeKind::Error => self.put("?"),
            TypeKind::Con(..)
            | TypeKind::Fn(..)
            | TypeKind::Bang(_)
            | TypeKind::Unbox(_)
            | TypeKind::Take(..)
            | TypeKind::Put(..) => self.parens(|p| p.ty(ty)),
        }
    }
}
