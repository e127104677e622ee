//! Diagnostics at places of the syntax tree.

use cogent_syntax::ast::Place;
use diag::Diagnostic;

/// An error at a place.
pub(crate) fn error(
    place: Place,
    title: impl Into<String>,
    label: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(title).at(place.source, place.span(), label)
}

/// One more place.
pub(crate) fn also(error: Diagnostic, place: Place, label: impl Into<String>) -> Diagnostic {
    error.also(place.source, place.span(), label)
}
