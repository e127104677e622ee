//! The built-in library: our own text.

/// A text of the library.
pub(crate) struct LibraryText {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) role: Role,
}

/// The part that a text plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Procedures of programs.
    Procedures,
    /// From syntax to code, when a program evaluates.
    Expander,
    /// Running that code.
    Interpreter,
    /// The variables that evaluated code may use.
    Tables,
}

macro_rules! text {
    ($name:literal, $role:ident) => {
        LibraryText {
            name: concat!("lib/scheme/", $name),
            text: include_str!(concat!("../../../lib/scheme/", $name)),
            role: Role::$role,
        }
    };
}

/// The texts in which everything is defined, in order.
pub(crate) const TEXTS: &[LibraryText] = &[
    text!("control.scm", Procedures),
    text!("lists.scm", Procedures),
    text!("srfi1.scm", Procedures),
    text!("chars.scm", Procedures),
    text!("unicode.scm", Procedures),
    text!("strings.scm", Procedures),
    text!("utf8.scm", Procedures),
    text!("vectors.scm", Procedures),
    text!("numbers.scm", Procedures),
    text!("functions.scm", Procedures),
    text!("numerals.scm", Procedures),
    text!("tables.scm", Procedures),
    text!("srfi69.scm", Procedures),
    text!("srfi125.scm", Procedures),
    text!("ports.scm", Procedures),
    text!("writer.scm", Procedures),
    text!("reader.scm", Procedures),
    text!("system.scm", Procedures),
    text!("syntax.scm", Expander),
    text!("rules.scm", Expander),
    text!("nodes.scm", Expander),
    text!("closures.scm", Interpreter),
    text!("forms.scm", Expander),
    text!("quasi.scm", Expander),
    text!("compile.scm", Expander),
    text!("bodies.scm", Expander),
    text!("eval.scm", Expander),
    text!("exports.scm", Tables),
];

/// The text that says what the standard libraries export.
pub(crate) const STANDARD: LibraryText = text!("libraries.scm", Procedures);
