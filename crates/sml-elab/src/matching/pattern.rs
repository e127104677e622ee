//! The rest of a pattern at a place, and its head.

use super::tree::{Access, Key, Place};
use crate::core::Var;
use crate::core::{Builtin, Constructor, Definition, Lit, Node, Pat, PatKind, Program, Ty, TyCon};
use std::hash::{Hash, Hasher};

/// A pattern, or the rest of a list pattern: `[a, b]` is `a :: [b]`.
///
/// Equal if they are the same piece of the program.
#[derive(Clone, Copy)]
pub(super) enum Form<'p> {
    /// A pattern as written; [`PatKind::List`] aside.
    Pat(&'p Pat),
    /// A list of this length, and its type.
    List(&'p [Pat], Ty),
    /// The pair of the first and the others: the argument of `::`.
    Cell(&'p [Pat], Ty),
}

impl Form<'_> {
    fn identity(&self) -> (u8, usize, usize) {
        match self {
            Form::Pat(pat) => (0, std::ptr::from_ref(*pat) as usize, 0),
            Form::List(pats, _) => (1, pats.as_ptr() as usize, pats.len()),
            Form::Cell(pats, _) => (2, pats.as_ptr() as usize, pats.len()),
        }
    }
}

impl PartialEq for Form<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Form<'_> {}

impl Hash for Form<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// The outermost test of a pattern that can fail.
pub(super) enum Head<'p> {
    /// One of many keys, of which a value has one.
    Key(Key),
    /// An exception constructor, and its argument.
    Exn(Var, Option<&'p Pat>),
    /// One of several patterns.
    Or(&'p [Pat]),
}

/// The datatype behind a type constructor: itself, unless it was made abstract.
pub(super) fn datatype(program: &Program, con: TyCon) -> TyCon {
    let mut con = con;
    while let Definition::Opaque(ty) = &program.tycons[con].definition {
        let Node::Con(inner, _) = program.types.node(*ty) else { return con };
        con = *inner;
    }
    con
}

/// The constructors of a datatype; none of other types.
pub(super) fn constructors(program: &Program, con: TyCon) -> &[Constructor] {
    match &program.tycons[con].definition {
        Definition::Data(constructors) => constructors,
        Definition::Builtin(_) | Definition::Opaque(_) | Definition::Abstract => &[],
    }
}

/// True of the type constructor of references.
pub(super) fn is_ref(program: &Program, con: TyCon) -> bool {
    matches!(program.tycons[con].definition, Definition::Builtin(Builtin::Ref))
}

/// The way to the argument of a constructor that is the only one of its type.
pub(super) fn only_access(
    program: &Program,
    place: Place,
    con: TyCon,
    index: u32,
) -> Option<Access> {
    if is_ref(program, con) {
        return Some(Access::Content(place));
    }
    let only = constructors(program, con).len() == 1;
    only.then_some(Access::Arg(place, con, index))
}

/// The alternatives of an or-pattern of which one has tests of other places than that of
/// the or-pattern itself, because it needs none there: `(1, _) | (_, 2)`. None of other
/// patterns.
pub(super) fn hidden_tests<'p>(program: &Program, form: Form<'p>) -> Option<&'p [Pat]> {
    let Form::Pat(Pat { kind: PatKind::Or(pats), .. }) = form else { return None };
    pats.iter().any(|pat| hides(program, pat)).then_some(pats)
}

fn hides(program: &Program, pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Wild | PatKind::Var(_) | PatKind::Lit(_) | PatKind::Excon(..) => false,
        PatKind::List(_) | PatKind::Vector(_) => false,
        PatKind::Record(_) => true,
        PatKind::Con(con, ..) => {
            let con = datatype(program, *con);
            is_ref(program, con) || constructors(program, con).len() == 1
        }
        PatKind::As(_, pat) => hides(program, pat),
        PatKind::Or(pats) => pats.iter().any(|pat| hides(program, pat)),
    }
}

/// The type constructor of a type.
pub(super) fn tycon_of(program: &Program, ty: Ty) -> Option<TyCon> {
    match program.types.node(ty) {
        Node::Con(con, _) => Some(datatype(program, *con)),
        Node::Var(_) | Node::Meta(_) | Node::Arrow(..) | Node::Record(_) => None,
    }
}

/// The head of a pattern that can fail; none of others.
pub(super) fn head<'p>(program: &Program, form: Form<'p>) -> Option<Head<'p>> {
    let pat = match form {
        Form::Pat(pat) => pat,
        Form::List(pats, ty) => {
            let con = tycon_of(program, ty)?;
            return Some(Head::Key(Key::Con(con, u32::from(!pats.is_empty()))));
        }
        Form::Cell(..) => return None,
    };
    match &pat.kind {
        PatKind::Lit(Lit::Int(value)) => Some(Head::Key(Key::Int(value.clone()))),
        PatKind::Lit(Lit::Char(byte)) => Some(Head::Key(Key::Char(*byte))),
        PatKind::Lit(Lit::String(text)) => Some(Head::Key(Key::String(text.clone()))),
        PatKind::Con(con, index, _) => Some(Head::Key(Key::Con(datatype(program, *con), *index))),
        PatKind::Excon(var, arg) => Some(Head::Exn(*var, arg.as_deref())),
        PatKind::Vector(pats) => Some(Head::Key(Key::Length(pats.len() as u32))),
        PatKind::Or(pats) => Some(Head::Or(pats)),
        PatKind::Lit(Lit::Real(_))
        | PatKind::Wild
        | PatKind::Var(_)
        | PatKind::Record(_)
        | PatKind::List(_)
        | PatKind::As(..) => None,
    }
}

/// The number of keys of the kind of this one, at a place of this type; none if they are
/// too many to be listed.
pub(super) fn key_count(program: &Program, key: &Key, ty: Option<Ty>) -> Option<usize> {
    match key {
        Key::Con(con, _) => Some(constructors(program, *con).len()),
        Key::Char(_) => Some(256),
        Key::Int(_) => {
            let con = tycon_of(program, ty?)?;
            let definition = &program.tycons[con].definition;
            matches!(definition, Definition::Builtin(Builtin::Int(8) | Builtin::Word(8)))
                .then_some(256)
        }
        Key::String(_) | Key::Length(_) => None,
    }
}
