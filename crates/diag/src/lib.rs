//! Diagnostics as data, and the one place where they are drawn.
//!
//! A [`Diagnostic`] is made where the fault is found and says nothing about
//! presentation. [`draw`] turns it into text; sources are bytes, so a file that
//! is not UTF-8 is drawn with the offending bytes replaced.
//!
//! Absent on purpose: any list of the errors that exist. Each front end keeps
//! its messages in its own crate.

mod draw;
mod excerpt;
mod json;
mod source;

pub use draw::{Style, draw, draw_all};
pub use json::json;
pub use source::{Lines, Source, SourceId, Sources};

use base::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program is rejected.
    Error,
    /// The program is accepted, but something is odd.
    Warning,
}

/// A place and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The file.
    pub source: SourceId,
    /// The text in it.
    pub span: Span,
    /// About this text: "this is a string". May be empty.
    pub text: String,
}

/// A message about a fault: the fault, its place, and a remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// The fault, in a few words; lower case, no full stop.
    pub title: String,
    /// The place; none if the fault is in no text.
    pub primary: Option<Label>,
    /// The other places that take part in the conflict.
    pub others: Vec<Label>,
    /// A remedy for the user to apply.
    pub hint: Option<String>,
    /// The name by which a warning is switched off or made an error, such as
    /// `redundant-match`.
    pub code: Option<&'static str>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(title: impl Into<String>) -> Diagnostic {
        let title = title.into();
        Diagnostic {
            severity: Severity::Error,
            title,
            primary: None,
            others: Vec::new(),
            hint: None,
            code: None,
        }
    }

    /// A warning without a place.
    pub fn warning(title: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(title) }
    }

    /// The same with the place of the fault.
    pub fn at(mut self, source: SourceId, span: Span, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label { source, span, text: text.into() });
        self
    }

    /// The same with one more place.
    pub fn also(mut self, source: SourceId, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push(Label { source, span, text: text.into() });
        self
    }

    /// The same with a name.
    pub fn code(mut self, code: &'static str) -> Diagnostic {
        self.code = Some(code);
        self
    }

    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }
}
