//! Tokens that begin with `#`.

use super::{Lexer, Token, placeholder};
use crate::chars::{is_delimiter, named_char};
use crate::{Kind, number};
use base::Span;

impl<'t> Lexer<'t> {
    /// Obeys `#!fold-case` and its kind.
    pub(super) fn directive(&mut self) {
        let start = self.at;
        match self.until_delimiter() {
            "#!fold-case" => self.folds = true,
            "#!no-fold-case" => self.folds = false,
            word => {
                let label = "`#!fold-case` and `#!no-fold-case` are known";
                let title = format!("unknown directive `{word}`");
                self.report(Span::new(start, self.at), title, label);
            }
        }
    }

    /// What begins with `#` and is no comment.
    pub(super) fn hash(&mut self) -> Token<'t> {
        let start = self.at;
        for (text, token) in [
            ("#(", Token::OpenVector),
            ("#;", Token::Comment),
            ("#u8(", Token::OpenBytes),
            ("#U8(", Token::OpenBytes),
        ] {
            if self.take(text) {
                return token;
            }
        }
        if self.take("#\\") {
            return self.character(start);
        }
        let word = self.rest();
        let digits = word[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len() - 1);
        if digits > 0 && matches!(word.as_bytes().get(1 + digits), Some(b'=' | b'#')) {
            self.at += digits + 2;
            // Labels are numbers: `#01#` is `#1#`.
            let label = word[1..=digits].trim_start_matches('0');
            let is_label = word.as_bytes()[1 + digits] == b'=';
            return if is_label { Token::Label(label) } else { Token::Reference(label) };
        }
        let word = self.until_delimiter();
        match word.to_ascii_lowercase().as_str() {
            "#t" | "#true" => Token::Atom(Kind::Bool(true)),
            "#f" | "#false" => Token::Atom(Kind::Bool(false)),
            prefixed if prefixed[1..].starts_with(['e', 'i', 'x', 'o', 'b', 'd']) => {
                self.number(number::parse(word, 10), start)
            }
            _ => {
                let title = format!("unknown syntax `{word}`");
                self.report(Span::new(start, self.at), title, "no datum begins like this");
                placeholder()
            }
        }
    }

    /// A character, from behind its `#\`.
    fn character(&mut self, start: usize) -> Token<'t> {
        let text = self.rest();
        let Some(first) = self.bump() else {
            self.report(Span::new(start, self.at), "a character is missing", "the text ends here");
            return placeholder();
        };
        self.until_delimiter();
        let name = &text[..text.len() - self.rest().len()];
        if name.len() == first.len_utf8() {
            return Token::Atom(Kind::Char(first));
        }
        let span = Span::new(start, self.at);
        let hex = name.strip_prefix('x').filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        let found = match hex {
            Some(hex) => u32::from_str_radix(hex, 16).ok().and_then(char::from_u32),
            None => named_char(name),
        };
        match found {
            Some(c) => return Token::Atom(Kind::Char(c)),
            None if hex.is_some() => {
                self.report(span, "no such character", "Unicode has no character of this number");
            }
            None if is_delimiter(first) => {
                let label = format!("`#\\{first}` needs a space behind it");
                self.report(span, "malformed character", label);
            }
            None => {
                let title = format!("unknown character name `{name}`");
                self.report(span, title, "no character has this name");
            }
        }
        placeholder()
    }
}
