//! Colours of what is typed.

use crate::scan::Scanner;

const RESET: &str = "\x1b[0m";
const KEYWORD: &str = "\x1b[34m";
const STRING: &str = "\x1b[32m";
const COMMENT: &str = "\x1b[90m";
const NUMBER: &str = "\x1b[36m";
const COMMAND: &str = "\x1b[35m";

/// The reserved words, which completion offers, too.
pub(crate) const KEYWORDS: &[&str] = &[
    "abstype",
    "and",
    "andalso",
    "as",
    "case",
    "datatype",
    "do",
    "else",
    "end",
    "eqtype",
    "exception",
    "fn",
    "fun",
    "functor",
    "handle",
    "if",
    "in",
    "include",
    "infix",
    "infixr",
    "let",
    "local",
    "nonfix",
    "of",
    "op",
    "open",
    "orelse",
    "raise",
    "rec",
    "sharing",
    "sig",
    "signature",
    "struct",
    "structure",
    "then",
    "type",
    "val",
    "where",
    "while",
    "with",
    "withtype",
];

/// The places in a line at which colours begin, given what was seen before it.
pub(crate) fn colours(line: &str, mut scanner: Scanner) -> Vec<(usize, &'static str)> {
    let mut runs: Vec<(usize, &'static str)> = Vec::new();
    let bytes = line.as_bytes();
    let mut at = 0;
    let mut now = RESET;
    while at < bytes.len() {
        let before = scanner.clone();
        let length = scanner.token(&bytes[at..]).max(1).min(bytes.len() - at);
        let colour = if before.in_a_comment() || scanner.in_a_comment() {
            COMMENT
        } else if before.in_a_string() || scanner.in_a_string() {
            STRING
        } else {
            word_colour(&bytes[at..at + length])
        };
        if colour != now {
            runs.push((at, colour));
            now = colour;
        }
        at += length;
    }
    if now != RESET {
        runs.push((line.len(), RESET));
    }
    runs
}

/// The colours of a command.
pub(crate) fn command_colours(line: &str) -> Vec<(usize, &'static str)> {
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    vec![(0, COMMAND), (end, RESET)]
}

fn word_colour(word: &[u8]) -> &'static str {
    if KEYWORDS.iter().any(|keyword| keyword.as_bytes() == word) {
        KEYWORD
    } else if word[0].is_ascii_digit() {
        NUMBER
    } else {
        RESET
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coloured(line: &str) -> String {
        let mut text = String::new();
        let mut from = 0;
        for (at, code) in colours(line, Scanner::default()) {
            text += &line[from..at];
            text += match code {
                RESET => "<>",
                KEYWORD => "<k>",
                STRING => "<s>",
                COMMENT => "<c>",
                NUMBER => "<n>",
                _ => "<?>",
            };
            from = at;
        }
        text + &line[from..]
    }

    #[test]
    fn kinds_of_words() {
        assert_eq!(coloured("val x1 = 12;"), "<k>val<> x1 = <n>12<>;");
        assert_eq!(coloured("f \"a\\\"b\" (* c *) y"), "f <s>\"a\\\"b\"<> <c>(* c *)<> y");
        assert_eq!(coloured("\"open"), "<s>\"open<>");
        assert_eq!(coloured("values"), "values");
    }
}
