//! The text that a file of JSON stands for, while it is written, with the place in the file that
//! each of its tokens comes from.

use base::Span;
use std::fmt::Display;
use std::fmt::Write;
use text::split_number;

/// A text in progress.
#[derive(Default)]
pub(crate) struct Draft {
    text: String,
    /// Where a token begins, and the place that it comes from.
    marks: Vec<(usize, Span)>,
}

impl Draft {
    /// Writes a token.
    pub(crate) fn put(&mut self, at: Span, token: impl Display) {
        self.marks.push((self.text.len(), at));
        // Writing to a string does not fail.
        let _ = write!(self.text, "{token} ");
    }

    /// The text, and the map from its places to those of the file.
    pub(crate) fn finish(self) -> (String, Places) {
        (self.text, Places(self.marks))
    }
}

/// The places that the tokens of a text come from.
pub(crate) struct Places(Vec<(usize, Span)>);

impl Places {
    /// The place that the token at the beginning of a span comes from.
    pub(crate) fn of(&self, span: Span) -> Span {
        let behind = self.0.partition_point(|(start, _)| *start <= span.start);
        self.0.get(behind.saturating_sub(1)).map_or(Span::default(), |(_, at)| *at)
    }
}

/// A name as the text may write it wherever it stands: the first byte is an escape, so that it is
/// no word of the language, and so is each that is no letter or digit.
pub(crate) fn spell(name: &str) -> String {
    if name.is_empty() {
        return "%_".to_owned();
    }
    let mut text = String::with_capacity(name.len() + 2);
    for (i, byte) in name.bytes().enumerate() {
        if i > 0 && byte.is_ascii_alphanumeric() {
            text.push(byte.into());
        } else {
            let _ = write!(text, "%{byte:02x}");
        }
    }
    text
}

/// A variable as the text may write it. A number behind the last dot is the variable's number.
pub(crate) fn spell_var(name: &str) -> String {
    match split_number(name) {
        (hint, Some(number)) => format!("{}.{number}", spell(hint)),
        (hint, None) => spell(hint),
    }
}
