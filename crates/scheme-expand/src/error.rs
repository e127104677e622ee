//! Errors with places.

use crate::core::Place;
use diag::Diagnostic;

/// An error in a program.
pub(crate) struct Fail(pub(crate) Box<Diagnostic>);

/// What an expansion gives.
pub(crate) type Outcome<T> = Result<T, Fail>;

impl Fail {
    pub(crate) fn new(place: Place, title: impl Into<String>, label: impl Into<String>) -> Fail {
        Fail(Box::new(Diagnostic::error(title).at(place.source, place.span, label)))
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Fail {
        Fail(Box::new(self.0.hint(hint)))
    }
}
