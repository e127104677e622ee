//! What a program binds at its top level, as `kont check --types` shows it.

use base::Span;
use diag::SourceId;

/// What a program binds, for people and for tools.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// In the notation of the language; whole lines.
    pub text: String,
    /// The same as data.
    pub bindings: Vec<Bound>,
}

/// A thing that is bound.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The kind of thing, as a word.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// The place of its declaration, if that is known.
    pub place: Option<(SourceId, Span)>,
    /// What is known of it, by name.
    pub facts: Vec<(&'static str, Fact)>,
}

/// Something known of a thing that is bound.
#[derive(Clone, Debug)]
pub enum Fact {
    /// That there is none.
    Nothing,
    /// True or false.
    Truth(bool),
    /// A number.
    Number(u8),
    /// A text.
    Text(String),
    /// Several facts.
    List(Vec<Fact>),
    /// Facts by name.
    Fields(Vec<(&'static str, Fact)>),
    /// Things that are bound inside.
    Bindings(Vec<Bound>),
}

impl Fact {
    /// A text, if there is one.
    pub fn text(text: Option<String>) -> Fact {
        text.map_or(Fact::Nothing, Fact::Text)
    }
}
