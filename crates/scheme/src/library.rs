//! The built-in library: our own text.

/// A text of the library.
macro_rules! text {
    ($name:literal) => {
        (concat!("lib/scheme/", $name), include_str!(concat!("../../../lib/scheme/", $name)))
    };
}

/// The texts in which everything is defined, in order.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    text!("control.scm"),
    text!("lists.scm"),
    text!("srfi1.scm"),
    text!("chars.scm"),
    text!("unicode.scm"),
    text!("strings.scm"),
    text!("utf8.scm"),
    text!("vectors.scm"),
    text!("numbers.scm"),
    text!("functions.scm"),
    text!("numerals.scm"),
    text!("tables.scm"),
    text!("srfi69.scm"),
    text!("srfi125.scm"),
    text!("ports.scm"),
    text!("writer.scm"),
    text!("reader.scm"),
    text!("system.scm"),
    text!("syntax.scm"),
    text!("rules.scm"),
    text!("closures.scm"),
    text!("forms.scm"),
    text!("quasi.scm"),
    text!("bodies.scm"),
    text!("eval.scm"),
];

/// The text that says what the standard libraries export.
pub(crate) const STANDARD: (&str, &str) = text!("libraries.scm");
