//! What a text, a file or a project binds at its top level: as data, and as text in the manner
//! of SML/NJ.
//!
//! ```text
//! interface          the data; ways in for the last text, the texts of a session, and projects
//! interface/gather   bindings to items, scope by scope
//! interface/naming   names of type constructors inside the signatures of structures
//! interface/draw     items as text
//! interface/describe what a name stands for, and which names there are
//! interface/documentation  the comments of the library about its values
//! ```
//! Items stand in the order of their declaration. A name that is bound again counts once, where
//! it is bound last. Constructors stand with their datatype. Types are named as they are where
//! the item stands: those of a structure without its name in its own signature. One that has no
//! name any more is `?.t`.

mod describe;
mod documentation;
mod draw;
mod gather;
mod naming;

use super::basis::Basis;
use super::env::{Binding, Captured};
use super::session::{Step, Taken};
use super::{Compilation, show};
use crate::core::{Loc, Ty, Var};
use gather::Gather;
use sml_syntax::ast::{Dec, DecKind, Fixity};
use sml_syntax::names::Sym;
use std::ops::Range;
use std::sync::Arc;

pub use describe::Name;
pub use draw::draw;

/// A thing that is bound.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name.
    pub name: Arc<str>,
    /// The place of its declaration, if that is known.
    pub loc: Option<Loc>,
    /// Its kind, and what is known of it.
    pub form: Form,
}

/// The kinds of things that are bound.
#[derive(Clone, Debug)]
pub enum Form {
    /// A value.
    Value(Value),
    /// A type without constructors.
    Type {
        /// The names of its parameters.
        params: Vec<String>,
        /// True if it is known to admit equality.
        equality: bool,
        /// The type that it abbreviates; none of one that is abstract.
        meaning: Option<String>,
    },
    /// A datatype.
    Datatype {
        /// The names of its parameters.
        params: Vec<String>,
        /// The constructors and the types of their arguments.
        constructors: Vec<(Arc<str>, Option<String>)>,
        /// True if it is declared together with the datatype before it, which mentions it.
        joined: bool,
    },
    /// An exception, and the type of its argument.
    Exception(Option<String>),
    /// A structure.
    Structure(Vec<Item>),
    /// A signature.
    Signature(Vec<Item>),
    /// A functor: the parameter and the result.
    Functor(Parameter, Vec<Item>),
    /// The name is infix, or no longer.
    Fixity(Fixity),
}

/// The type of a value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type as text.
    pub text: String,
    /// Its type.
    pub ty: Ty,
    /// The variable that has it; none of a constructor, an exception, or a variable that a
    /// signature shows at another type than its own.
    pub var: Option<Var>,
}

/// The parameter of a functor.
#[derive(Clone, Debug)]
pub enum Parameter {
    /// A structure.
    Structure(Arc<str>, Vec<Item>),
    /// Specifications that are open in the body.
    Specs(Vec<Item>),
}

/// How types are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// Huge types are cut off, as in messages.
    Cut,
    /// Types are whole, unless writing them takes a megabyte: types can be exponentially larger
    /// than the program.
    Whole,
}

impl Length {
    fn most_parts(self) -> usize {
        match self {
            Length::Cut => show::MOST_PARTS,
            Length::Whole => 200_000,
        }
    }
}

/// A fixity directive that holds to the end of its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directive {
    /// The number of the declaration.
    pub(crate) dec: usize,
    /// The number of bindings of the text before it.
    pub(crate) at: usize,
    pub(crate) fixity: Fixity,
    pub(crate) name: Sym,
    pub(crate) loc: Option<Loc>,
}

impl Compilation {
    /// What these declarations of a text of a session bind, whether that is in force or not.
    pub fn items(&mut self, taken: &Taken, decs: Range<usize>, length: Length) -> Vec<Item> {
        let bindings = taken.bindings_of(&decs);
        let directives = taken.directives.iter().filter(|directive| decs.contains(&directive.dec));
        let directives = directives.map(|d| Directive { at: d.at - bindings.start, ..*d });
        let directives: Vec<Directive> = directives.collect();
        let mut gather = Gather::new(&mut self.elab, length.most_parts());
        gather.top(&taken.bindings[bindings], &directives)
    }

    /// What each declaration of a text of a session binds, as things are named where it ends.
    pub fn items_of_each(&mut self, taken: &Taken, length: Length) -> Vec<Vec<Item>> {
        let mark = self.elab.env.mark();
        let items_of = |dec: usize| {
            let items = self.items(taken, dec..dec + 1, length);
            self.bind(taken, dec..dec + 1);
            items
        };
        let items = (0..taken.len()).map(items_of).collect();
        self.elab.env.undo(mark);
        items
    }

    /// What a basis binds itself, without the parts of the library that it contains.
    pub fn items_of(&mut self, basis: &Basis, length: Length) -> Vec<Item> {
        let (bindings, directives) = basis.listed(&mut self.elab.core.program.names);
        Gather::new(&mut self.elab, length.most_parts()).top(&bindings, &directives)
    }
}

/// The directives of a text's declarations that hold to its end, each with the number of bindings
/// before it.
pub(crate) fn directives(
    decs: &[Dec],
    steps: &[Step],
    loc: impl Fn(base::Span) -> Loc,
) -> Vec<Directive> {
    let mut found = Vec::new();
    for (index, dec) in decs.iter().enumerate() {
        let at = index.checked_sub(1).and_then(|before| steps.get(before));
        let at = at.map_or(0, |step| step.bindings);
        let mut work = vec![dec];
        while let Some(dec) = work.pop() {
            match &dec.kind {
                DecKind::Fixity(fixity, names) => {
                    found.extend(names.iter().map(|name| Directive {
                        dec: index,
                        at,
                        fixity: *fixity,
                        name: name.name,
                        loc: Some(loc(name.span)),
                    }))
                }
                DecKind::Local(_, shown) => work.extend(shown.iter().rev()),
                DecKind::Val(..)
                | DecKind::Fun(..)
                | DecKind::Type(_)
                | DecKind::Datatype(..)
                | DecKind::Replicate(..)
                | DecKind::Abstype(..)
                | DecKind::Exception(_)
                | DecKind::Open(_)
                | DecKind::Semi
                | DecKind::Structure(_)
                | DecKind::Signature(_)
                | DecKind::Functor(_)
                | DecKind::Exp(_)
                | DecKind::Overload(..)
                | DecKind::Error => {}
            }
        }
    }
    found
}

/// Bindings, by the order of a list of their names.
pub(crate) fn in_order(bound: &Captured, order: &[(super::basis::Namespace, Sym)]) -> Vec<Binding> {
    use super::basis::Namespace;
    let binding = |&(namespace, sym): &(Namespace, Sym)| {
        Some(match namespace {
            Namespace::Value => Binding::Val(sym, *bound.vals.get(&sym)?),
            Namespace::Type => Binding::Type(sym, *bound.types.get(&sym)?),
            Namespace::Structure => Binding::Str(sym, *bound.strs.get(&sym)?),
            Namespace::Signature => Binding::Sig(sym, *bound.sigs.get(&sym)?),
            Namespace::Functor => Binding::Fct(sym, *bound.fcts.get(&sym)?),
        })
    };
    order.iter().filter_map(binding).collect()
}
