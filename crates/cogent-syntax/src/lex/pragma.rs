//! Pragmas: `{-# cinline f, g #-}`.

use super::{Lexer, Log, is_word};
use crate::ast::{Ident, Pragma, PragmaKind};
use diag::Diagnostic;

impl Lexer {
    /// Notes the pragma that begins here. It is then skipped as the comment that it is.
    pub(super) fn pragma(&self, log: &mut Log) {
        let Some(len) = self.remaining().windows(3).position(|bytes| bytes == b"#-}") else {
            return;
        };
        let mut words = self.words(self.at + 3, self.at + len).into_iter();
        let Some(word) = words.next() else { return };
        let kind = match word.name.to_ascii_lowercase().as_str() {
            "inline" => PragmaKind::Inline,
            "cinline" => PragmaKind::CInline,
            "fnmacro" => PragmaKind::FnMacro,
            _ => {
                let warning = Diagnostic::warning(format!("unknown pragma `{}`", word.name))
                    .at(self.source, word.place.span(), "this has no effect")
                    .code("unknown-pragma");
                return log.errors.push(warning);
            }
        };
        log.pragmas.push(Pragma { kind, names: words.collect() });
    }

    /// The words between two bytes.
    fn words(&self, start: usize, end: usize) -> Vec<Ident> {
        let mut words = Vec::new();
        let mut at = start;
        while at < end {
            let len = self.slice(at, end).iter().take_while(|&&byte| is_word(byte)).count();
            if len > 0 {
                let name = String::from_utf8_lossy(self.slice(at, at + len)).into();
                words.push(Ident { name, place: self.place(at, at + len) });
            }
            at += len.max(1);
        }
        words
    }
}
