//! Types as text. One that is a synonym has its name.

use super::super::syntax::{PARAM, Part, Synonym, Ty};

/// The name of a type variable.
pub(super) fn var(number: usize) -> String {
    char::from(b'a' + number as u8).to_string()
}

/// A type variable and what may be done with its values.
pub(super) fn constrained((name, kind): (String, &&'static str)) -> String {
    if kind.is_empty() { name } else { format!("{name} :< {kind}") }
}

/// Writes types; the synonyms are those that may be used.
pub(super) struct Types<'p> {
    pub(super) synonyms: &'p [Synonym],
}

impl Types<'_> {
    /// A type where any form may stand.
    pub(super) fn ty(&self, ty: &Ty) -> String {
        if let Ty::Fun(arg, result) = ty {
            return format!("{} -> {}", self.side(arg), self.side(result));
        }
        self.side(ty)
    }

    /// An argument or a result of a function: everything but a function.
    fn side(&self, ty: &Ty) -> String {
        match self.synonym(ty) {
            Some(text) => text,
            None => self.atom(ty),
        }
    }

    /// The name of a synonym for this type, with its argument.
    fn synonym(&self, ty: &Ty) -> Option<String> {
        self.synonyms.iter().find_map(|synonym| {
            let mut found = Vec::new();
            if !closed(&synonym.ty).unify(&closed(ty), &mut found) {
                return None;
            }
            match (&found[..], synonym.param) {
                ([], false) => Some(synonym.name.clone()),
                ([(_, arg)], true) => Some(format!("{} {}", synonym.name, self.arg(&open(arg)))),
                _ => None,
            }
        })
    }

    /// The argument of a synonym or a tag.
    fn arg(&self, ty: &Ty) -> String {
        match self.synonym(ty) {
            Some(text) if text.contains(' ') => format!("({text})"),
            Some(text) => text,
            None => self.atom(ty),
        }
    }

    fn atom(&self, ty: &Ty) -> String {
        match ty {
            Ty::Word(bits) => format!("U{bits}"),
            Ty::Bool => "Bool".into(),
            Ty::Str => "String".into(),
            Ty::Unit => "()".into(),
            Ty::Var(number) => var(*number),
            Ty::Fun(..) => format!("({})", self.ty(ty)),
            Ty::Tuple(types) => {
                let types: Vec<String> = types.iter().map(|ty| self.ty(ty)).collect();
                format!("({})", types.join(", "))
            }
            Ty::Record(parts) => {
                let field = |part: &Part| format!("{} : {}", part.name, self.ty(&part.ty));
                let fields: Vec<String> = parts.iter().map(field).collect();
                taken(format!("#{{{}}}", fields.join(", ")), parts)
            }
            Ty::Variant(parts) => {
                let tags: Vec<String> = parts.iter().map(|part| self.tag(part)).collect();
                taken(format!("<{}>", tags.join(" | ")), parts)
            }
        }
    }

    fn tag(&self, part: &Part) -> String {
        // Arguments that are a tuple may stand side by side.
        let args: Vec<String> = match (&part.ty, part.name.len() % 2) {
            (Ty::Unit, _) => Vec::new(),
            (Ty::Tuple(types), 1) => types.iter().map(|ty| self.arg(ty)).collect(),
            (ty, _) => vec![self.arg(ty)],
        };
        std::iter::once(part.name.clone()).chain(args).collect::<Vec<_>>().join(" ")
    }
}

/// A type without what is taken from it.
fn taken(text: String, parts: &[Part]) -> String {
    let names: Vec<&str> =
        parts.iter().filter(|part| part.taken).map(|part| part.name.as_str()).collect();
    match &names[..] {
        [] => text,
        names if names.len() == parts.len() => format!("({text} take (..))"),
        names => format!("({text} take ({}))", names.join(", ")),
    }
}

/// With type variables of the function as abstract types, so that they stand for nothing else.
fn closed(ty: &Ty) -> Ty {
    if let Ty::Var(number) = ty {
        return if *number == PARAM { ty.clone() } else { Ty::Word(OPAQUE + *number as u32) };
    }
    ty.map(&mut |ty| closed(ty))
}

/// The reverse of [`closed`].
fn open(ty: &Ty) -> Ty {
    if let Ty::Word(bits @ OPAQUE..) = ty {
        return Ty::Var((*bits - OPAQUE) as usize);
    }
    ty.map(&mut |ty| open(ty))
}

/// More bits than a word has.
const OPAQUE: u32 = 1000;
