//! Types as Cogent text.

use super::{Ops, Part, Sigil, Ty, TypeKind, Types};
use base::Name;

/// Messages show no more of a type.
const LONGEST: usize = 100;

impl Types {
    /// A type as text, all of it.
    pub fn text(&self, ty: Ty) -> String {
        let mut printer =
            Printer { types: self, names: false, text: String::new(), limit: usize::MAX };
        printer.ty(ty);
        printer.text
    }

    /// A type as messages show it: by the name of a synonym where it has one, and cut off where
    /// it is long.
    pub fn short_text(&self, ty: Ty) -> String {
        let mut printer = Printer { types: self, names: true, text: String::new(), limit: LONGEST };
        printer.ty(ty);
        if printer.text.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|end| printer.text.is_char_boundary(*end));
            printer.text.truncate(end.unwrap_or(0));
            printer.text.push_str("...");
        }
        printer.text
    }

    /// Lets messages call a type, and what is made of it, by a name.
    pub(crate) fn call(&mut self, ty: Ty, name: &Name) {
        match self.kind(ty) {
            TypeKind::Record(..) | TypeKind::Variant(_) | TypeKind::Tuple(_) => {}
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Abstract(..)
            | TypeKind::Fn(..)
            | TypeKind::Var(..)
            | TypeKind::Hole(..)
            | TypeKind::Error => return,
        }
        self.names.entry(ty).or_insert_with(|| name.clone());
        let banged = self.bang(ty);
        self.names.entry(banged).or_insert_with(|| format!("{name}!").into());
        let unboxed = self.unbox(ty);
        self.names.entry(unboxed).or_insert_with(|| format!("#{name}").into());
    }
}

struct Printer<'a> {
    types: &'a Types,
    /// True if types are called by the names of synonyms.
    names: bool,
    text: String,
    /// Printing may stop after so much.
    limit: usize,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn list<T>(&mut self, things: &[T], between: &str, mut each: impl FnMut(&mut Self, &T)) {
        for (i, thing) in things.iter().enumerate() {
            if i > 0 {
                self.put(between);
            }
            each(self, thing);
        }
    }

    fn parens(&mut self, inside: impl FnOnce(&mut Self)) {
        self.put("(");
        inside(self);
        self.put(")");
    }

    fn ty(&mut self, ty: Ty) {
        match self.types.kind(ty) {
            TypeKind::Fn(from, to) => {
                let (from, to) = (*from, *to);
                if matches!(self.types.kind(from), TypeKind::Fn(..)) {
                    self.parens(|p| p.ty(from));
                } else {
                    self.ty(from);
                }
                self.put(" -> ");
                self.ty(to);
            }
            TypeKind::Abstract(name, args, Sigil::Boxed) if !args.is_empty() => {
                self.put(name);
                for arg in args {
                    self.put(" ");
                    self.atom(*arg);
                }
            }
            TypeKind::Record(_, parts) | TypeKind::Variant(parts) => self.taken(ty, parts),
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Abstract(..)
            | TypeKind::Var(..)
            | TypeKind::Hole(..)
            | TypeKind::Error => self.atom(ty),
        }
    }

    /// A record or a variant, with what is taken from it.
    fn taken(&mut self, ty: Ty, parts: &[Part]) {
        let taken: Vec<&Part> = parts.iter().filter(|part| part.taken).collect();
        if taken.is_empty() || self.names && self.types.names.contains_key(&ty) {
            return self.atom(ty);
        }
        self.full(ty);
        self.put(" take ");
        self.parens(|p| p.list(&taken, ", ", |p, part| p.put(&part.name)));
    }

    /// A record or a variant as if nothing were taken.
    fn full(&mut self, ty: Ty) {
        let mut kind = self.types.kind(ty).clone();
        if let TypeKind::Record(_, parts) | TypeKind::Variant(parts) = &mut kind {
            parts.iter_mut().for_each(|part| part.taken = false);
        }
        match self.types.numbers.get(&kind).and_then(|full| self.types.names.get(full)) {
            Some(name) if self.names => self.put(name),
            Some(_) | None => self.structure(&kind),
        }
    }

    fn structure(&mut self, kind: &TypeKind) {
        match kind {
            TypeKind::Record(sigil, fields) => {
                self.put(if *sigil == Sigil::Unboxed { "#{" } else { "{" });
                self.list(fields, ", ", |p, field| {
                    p.put(&format!("{} : ", field.name));
                    p.ty(field.ty);
                });
                self.put(if *sigil == Sigil::ReadOnly { "}!" } else { "}" });
            }
            TypeKind::Variant(tags) => {
                self.put("<");
                self.list(tags, " | ", |p, tag| {
                    p.put(&tag.name);
                    if tag.ty != Types::UNIT {
                        p.put(" ");
                        p.atom(tag.ty);
                    }
                });
                self.put(">");
            }
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Abstract(..)
            | TypeKind::Fn(..)
            | TypeKind::Var(..)
            | TypeKind::Hole(..)
            | TypeKind::Error => {}
        }
    }

    fn atom(&mut self, ty: Ty) {
        if self.text.len() > self.limit {
            return;
        }
        if let Some(name) = self.types.names.get(&ty).filter(|_| self.names) {
            return self.put(name);
        }
        match self.types.kind(ty) {
            TypeKind::Word(width) => self.put(&format!("U{}", width.bits())),
            TypeKind::Bool => self.put("Bool"),
            TypeKind::String => self.put("String"),
            TypeKind::Unit => self.put("()"),
            TypeKind::Tuple(types) => self.parens(|p| p.list(types, ", ", |p, ty| p.ty(*ty))),
            TypeKind::Abstract(name, args, sigil) => self.abstract_type(name, args, *sigil),
            TypeKind::Var(name, ops) => self.variable(name, *ops),
            TypeKind::Hole(_, ops) => self.variable("_", *ops),
            TypeKind::Error => self.put("?"),
            kind @ (TypeKind::Record(_, parts) | TypeKind::Variant(parts)) => {
                if parts.iter().any(|part| part.taken) {
                    self.parens(|p| p.taken(ty, parts));
                } else {
                    self.structure(kind);
                }
            }
            TypeKind::Fn(..) => self.parens(|p| p.ty(ty)),
        }
    }

    fn abstract_type(&mut self, name: &str, args: &[Ty], sigil: Sigil) {
        if sigil == Sigil::Unboxed {
            self.put("#");
        }
        if args.is_empty() {
            self.put(name);
        } else {
            self.parens(|p| {
                p.put(name);
                p.put(" ");
                p.list(args, " ", |p, arg| p.atom(*arg));
            });
        }
        if sigil == Sigil::ReadOnly {
            self.put("!");
        }
    }

    fn variable(&mut self, name: &str, ops: Ops) {
        let hash = if ops.unbox { "#" } else { "" };
        let bang = if ops.bang { "!" } else { "" };
        self.put(&format!("{hash}{name}{bang}"));
    }
}
