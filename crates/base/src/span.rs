//! Places in a text, and errors at such places.

/// A range of bytes in a source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
}

impl Span {
    /// From `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }
}

/// A fault that a parser or checker found. The front end makes a diagnostic of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedError {
    /// The fault, in a few words; no full stop.
    pub title: String,
    /// The place; none if the fault is in no text.
    pub span: Option<Span>,
    /// The label of the place, about the text there.
    pub label: String,
    /// A remedy for the user to apply.
    pub hint: Option<String>,
}

impl LocatedError {
    /// An error at a place.
    pub fn new(span: Span, title: impl Into<String>, label: impl Into<String>) -> LocatedError {
        LocatedError { title: title.into(), span: Some(span), label: label.into(), hint: None }
    }

    /// The same error with a hint.
    pub fn with_hint(mut self, hint: impl Into<String>) -> LocatedError {
        self.hint = Some(hint.into());
        self
    }
}
