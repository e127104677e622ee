//! Syntax: data whose symbols are identifiers, and identifiers.
//!
//! A macro that inserts a symbol inserts an *alias* of it, new at every use. An alias that nothing
//! binds means what the symbol means where the macro was defined; so neither can a macro capture a
//! variable of its user, nor the other way round.

use crate::core::Place;
use crate::scope::ScopeId;
use base::{Name, PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;
use scheme_syntax::{Datum, Kind};
use std::rc::Rc;

/// An identifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ident(u32);
entity_impl!(Ident, "id");

/// The identifiers there are.
#[derive(Clone, Default)]
pub(crate) struct Idents {
    infos: PrimaryMap<Ident, Info>,
    plain: FxHashMap<Name, Ident>,
}

#[derive(Clone)]
struct Info {
    name: Name,
    /// The identifier that it stands for, and where the macro that inserted it was defined.
    alias: Option<(Ident, ScopeId)>,
}

impl Idents {
    /// The identifier that is written so.
    pub(crate) fn plain(&mut self, name: &Name) -> Ident {
        if let Some(ident) = self.plain.get(name) {
            return *ident;
        }
        let ident = self.infos.push(Info { name: name.clone(), alias: None });
        self.plain.insert(name.clone(), ident);
        ident
    }

    /// Gives the symbols of a datum that end in `%` and a number names without that.
    pub(crate) fn shorten(&mut self, datum: &Datum) {
        if let Kind::Symbol(name) = &datum.kind
            && let Some((short, number)) = name.rsplit_once('%')
            && !short.is_empty()
            && number.parse::<u32>().is_ok()
            && !self.plain.contains_key(name)
        {
            let ident = self.infos.push(Info { name: short.into(), alias: None });
            self.plain.insert(name.clone(), ident);
        }
        let (items, tail) = datum.kind.parts();
        items.iter().chain(tail).for_each(|part| self.shorten(part));
    }

    /// A new alias.
    pub(crate) fn alias(&mut self, of: Ident, scope: ScopeId) -> Ident {
        let name = self.infos[of].name.clone();
        self.infos.push(Info { name, alias: Some((of, scope)) })
    }

    /// The symbol.
    pub(crate) fn name(&self, ident: Ident) -> &Name {
        &self.infos[ident].name
    }

    /// The meaning of an alias.
    pub(crate) fn aliased(&self, ident: Ident) -> Option<(Ident, ScopeId)> {
        self.infos[ident].alias
    }
}

/// A piece of syntax.
pub(crate) type Stx = Rc<Node>;

/// A piece of syntax and where it stands.
pub(crate) struct Node {
    pub(crate) kind: StxKind,
    pub(crate) place: Place,
}

/// The kinds of syntax.
pub(crate) enum StxKind {
    Ident(Ident),
    List(Vec<Stx>),
    Dotted(Vec<Stx>, Stx),
    Vector(Vec<Stx>),
    /// What is not taken apart.
    Atom(Rc<Datum>),
}

impl Node {
    pub(crate) fn new(kind: StxKind, place: Place) -> Stx {
        Rc::new(Node { kind, place })
    }

    pub(crate) fn ident(&self) -> Option<Ident> {
        if let StxKind::Ident(ident) = self.kind { Some(ident) } else { None }
    }

    pub(crate) fn list(&self) -> Option<&[Stx]> {
        if let StxKind::List(items) = &self.kind { Some(items) } else { None }
    }

    /// The string, if it is one.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    pub(crate) fn string(&self) -> Option<&str> {
        match &self.kind {
            StxKind::Atom(datum) => match &datum.kind {
                Kind::Str(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Makes syntax of data. What a text shares stays shared.
pub(crate) fn of_datum(datum: &Rc<Datum>, idents: &mut Idents) -> Stx {
    Reader { idents, shared: FxHashMap::default() }.stx(datum)
}

struct Reader<'i> {
    idents: &'i mut Idents,
    shared: FxHashMap<*const Datum, Stx>,
}

impl Reader<'_> {
    fn stx(&mut self, datum: &Rc<Datum>) -> Stx {
        let shared = Rc::strong_count(datum) > 1;
        if shared && let Some(known) = self.shared.get(&Rc::as_ptr(datum)) {
            return known.clone();
        }
        let kind = match &datum.kind {
            Kind::Symbol(name) => StxKind::Ident(self.idents.plain(name)),
            Kind::List(items) if !items.is_empty() => StxKind::List(self.all(items)),
            Kind::Dotted(items, tail) => StxKind::Dotted(self.all(items), self.stx(tail)),
            Kind::Vector(items) => StxKind::Vector(self.all(items)),
            Kind::List(_) => StxKind::List(Vec::new()),
            Kind::Bool(_) | Kind::Char(_) | Kind::Int(_) | Kind::Ratio(_) | Kind::Real(_) => {
                StxKind::Atom(datum.clone())
            }
            Kind::Str(_) | Kind::Bytes(_) => StxKind::Atom(datum.clone()),
        };
        let stx = Node::new(kind, Place { source: datum.source, span: datum.span });
        if shared {
            self.shared.insert(Rc::as_ptr(datum), stx.clone());
        }
        stx
    }

    fn all(&mut self, items: &[Rc<Datum>]) -> Vec<Stx> {
        items.iter().map(|item| self.stx(item)).collect()
    }
}

/// Makes data of syntax, as `quote` does: an identifier is its symbol.
pub(crate) fn to_datum(stx: &Stx, idents: &Idents) -> Rc<Datum> {
    Writer { idents, shared: FxHashMap::default() }.datum(stx)
}

struct Writer<'i> {
    idents: &'i Idents,
    shared: FxHashMap<*const Node, Rc<Datum>>,
}

impl Writer<'_> {
    fn datum(&mut self, stx: &Stx) -> Rc<Datum> {
        let shared = Rc::strong_count(stx) > 1;
        if shared && let Some(known) = self.shared.get(&Rc::as_ptr(stx)) {
            return known.clone();
        }
        let kind = match &stx.kind {
            StxKind::Ident(ident) => Kind::Symbol(self.idents.name(*ident).clone()),
            StxKind::List(items) => Kind::List(self.all(items)),
            StxKind::Dotted(items, tail) => {
                let tail = self.datum(tail);
                Kind::with_tail(self.all(items), &tail)
            }
            StxKind::Vector(items) => Kind::Vector(self.all(items)),
            StxKind::Atom(datum) => return datum.clone(),
        };
        let datum = Datum::new(kind, stx.place.source, stx.place.span);
        if shared {
            self.shared.insert(Rc::as_ptr(stx), datum.clone());
        }
        datum
    }

    fn all(&mut self, items: &[Stx]) -> Vec<Rc<Datum>> {
        items.iter().map(|item| self.datum(item)).collect()
    }
}
