//! Lines of descriptions that begin with `#`: `#if`, `#elif`, `#else`, `#endif`, `#error`.
//!
//! ```text
//! exp ::= number | SYMBOL | defined (SYMBOL) | not exp | exp op exp | (exp)
//! op  ::= orelse  andalso  = <> < <= > >=  + -  * div mod     (weakest first)
//! ```
//! `||`, `&&`, `!`, `==`, `!=`, `/` and `%` are older spellings.
//! A symbol that is not defined is 0. Lines that are not selected become blank, so that the
//! others keep their places.

use super::word::first_line_for_shell;
use base::{Span, bug};
use diag::{Diagnostic, SourceId};
use sml_elab::Namespace;

/// The symbols that are defined.
const SYMBOLS: &[(&str, i64)] = &[
    ("KONT", 1),
    ("NEW_CM", 1),
    ("SMLNJ_VERSION", 110),
    ("SMLNJ_MINOR_VERSION", 99),
    ("OPSYS_UNIX", 1),
    ("OPSYS_LINUX", 1),
    ("ARCH_AMD64", 1),
    ("SIZE_64", 1),
    ("LITTLE_ENDIAN", 1),
];

/// The greatest depth of nested expressions.
const MAX_NESTING: u32 = 200;

/// A branch of `#if`.
struct Branch {
    start: Span,
    /// True if the lines around are selected.
    outer: bool,
    /// True if the lines of this branch are selected.
    active: bool,
    /// True if this branch or one before it is selected.
    taken: bool,
    /// True for `#else`.
    last: bool,
}

/// The selected lines of a description.
pub(crate) struct Selected {
    pub(crate) text: Vec<u8>,
    /// The selected lines under a condition.
    pub(crate) conditional: Vec<Span>,
}

/// The text with only the selected lines. `has` is true of the modules of the library.
pub(crate) fn select(
    source: SourceId,
    text: &[u8],
    has: &dyn Fn(Namespace, &str) -> bool,
) -> Result<Selected, Diagnostic> {
    let mut selected = Vec::with_capacity(text.len());
    let mut conditional = Vec::new();
    let mut open: Vec<Branch> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let span = Span::new(start, start + line.trim_ascii_end().len());
        start += line.len();
        let active = open.last().is_none_or(|branch| branch.active);
        let for_shell = span.start == 0 && first_line_for_shell(line) > 0;
        let directive = line.trim_ascii_start().first() == Some(&b'#');
        if directive && !for_shell {
            let line = String::from_utf8_lossy(line).into_owned();
            directive_line(source, span, &line, &mut open, has)?;
        }
        if active && !directive {
            selected.extend_from_slice(line);
            conditional.extend((!open.is_empty()).then_some(span));
        } else {
            selected.extend(line.iter().map(|byte| if *byte == b'\n' { b'\n' } else { b' ' }));
        }
    }
    match open.last() {
        Some(branch) => Err(Diagnostic::error("`#if` is not closed").at(
            source,
            branch.start,
            "this needs an `#endif`",
        )),
        None => Ok(Selected { text: selected, conditional }),
    }
}

fn directive_line(
    source: SourceId,
    span: Span,
    line: &str,
    open: &mut Vec<Branch>,
    has: &dyn Fn(Namespace, &str) -> bool,
) -> Result<(), Diagnostic> {
    let wrong = |title: &str, label: &str| Diagnostic::error(title).at(source, span, label);
    let line = line.trim().trim_start_matches('#').trim_start();
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let holds = || {
        let mut parser = Parser { words: tokens(rest), at: 0, depth: 0, has };
        let value = parser.whole();
        value.map_err(|what| wrong("a condition that cannot be read", &what))
    };
    match word {
        "if" => {
            let outer = open.last().is_none_or(|branch| branch.active);
            let active = outer && holds()? != 0;
            open.push(Branch { start: span, outer, active, taken: active, last: false });
        }
        "elif" | "else" => {
            let last = word == "else";
            let Some(branch) = open.last_mut().filter(|branch| !branch.last) else {
                return Err(wrong("no `#if` is open here", "this belongs to nothing"));
            };
            branch.active = branch.outer && !branch.taken && (last || holds()? != 0);
            branch.taken |= branch.active;
            branch.last = last;
        }
        "endif" => {
            if open.pop().is_none() {
                return Err(wrong("no `#if` is open here", "this belongs to nothing"));
            }
        }
        "error" if open.last().is_none_or(|branch| branch.active) => {
            return Err(wrong("the description gives up", rest.trim()));
        }
        "error" | "line" => {}
        _ => return Err(wrong("an unknown directive", "there are #if, #elif, #else and #endif")),
    }
    Ok(())
}

/// Words and signs.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(first) = chars.next() {
        if first.is_whitespace() {
            continue;
        }
        let mut token = first.to_string();
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let is_sign = |sign: &str| ["<>", "<=", ">=", "==", "!=", "&&", "||"].contains(&sign);
        while let Some(&next) = chars.peek() {
            let joined = is_word(first) && is_word(next) || is_sign(&format!("{token}{next}"));
            if !joined {
                break;
            }
            token.push(next);
            chars.next();
        }
        tokens.push(modern(token));
    }
    tokens
}

/// The present spelling of a sign; the first versions of the compilation manager had others.
fn modern(token: String) -> String {
    let today = match token.as_str() {
        "||" => "orelse",
        "&&" => "andalso",
        "!" => "not",
        "==" => "=",
        "!=" => "<>",
        "/" => "div",
        "%" => "mod",
        _ => return token,
    };
    today.to_owned()
}

struct Parser<'a> {
    words: Vec<String>,
    at: usize,
    depth: u32,
    has: &'a dyn Fn(Namespace, &str) -> bool,
}

/// Operators by level, the weakest first.
const LEVELS: [&[&str]; 5] = [
    &["orelse"],
    &["andalso"],
    &["=", "<>", "<", "<=", ">", ">="],
    &["+", "-"],
    &["*", "div", "mod"],
];

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        let word = self.peek().to_owned();
        self.at += 1;
        word
    }

    fn whole(&mut self) -> Result<i64, String> {
        let value = self.level(0)?;
        match self.peek() {
            "" => Ok(value),
            other => Err(format!("`{other}` is not expected")),
        }
    }

    fn level(&mut self, level: usize) -> Result<i64, String> {
        let Some(operators) = LEVELS.get(level) else { return self.atom() };
        let mut left = self.level(level + 1)?;
        while operators.contains(&self.peek()) {
            let operator = self.next();
            let right = self.level(level + 1)?;
            left = apply(&operator, left, right)?;
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err("it is nested too deeply".to_owned());
        }
        let word = self.next();
        let value = match word.as_str() {
            "not" => i64::from(self.atom()? == 0),
            "~" | "-" => self.atom()?.checked_neg().ok_or("it is too large")?,
            "(" => {
                let value = self.level(0)?;
                self.close()?;
                value
            }
            "defined" => self.defined()?,
            word if word.starts_with(|c: char| c.is_ascii_digit()) => {
                word.parse().map_err(|_| format!("`{word}` is no number"))?
            }
            word if word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                symbol(word).unwrap_or(0)
            }
            "" => return Err("a condition is missing".to_owned()),
            other => return Err(format!("`{other}` is not expected")),
        };
        self.depth -= 1;
        Ok(value)
    }

    fn close(&mut self) -> Result<(), String> {
        match self.next().as_str() {
            ")" => Ok(()),
            _ => Err("a `)` is missing".to_owned()),
        }
    }

    /// `defined (SYMBOL)`, `defined (structure A)`.
    fn defined(&mut self) -> Result<i64, String> {
        if self.next() != "(" {
            return Err("`defined` needs parentheses".to_owned());
        }
        let word = self.next();
        let namespace = match word.as_str() {
            "structure" => Some(Namespace::Structure),
            "signature" => Some(Namespace::Signature),
            "functor" => Some(Namespace::Functor),
            _ => None,
        };
        let found = match namespace {
            Some(namespace) => {
                let name = self.next();
                (self.has)(namespace, &name)
            }
            None => symbol(&word).is_some(),
        };
        self.close()?;
        Ok(i64::from(found))
    }
}

fn symbol(name: &str) -> Option<i64> {
    SYMBOLS.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

fn apply(operator: &str, a: i64, b: i64) -> Result<i64, String> {
    let value = match operator {
        "orelse" => Some(i64::from(a != 0 || b != 0)),
        "andalso" => Some(i64::from(a != 0 && b != 0)),
        "=" => Some(i64::from(a == b)),
        "<>" => Some(i64::from(a != b)),
        "<" => Some(i64::from(a < b)),
        "<=" => Some(i64::from(a <= b)),
        ">" => Some(i64::from(a > b)),
        ">=" => Some(i64::from(a >= b)),
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "div" => a.checked_div_euclid(b),
        "mod" => a.checked_rem_euclid(b),
        _ => bug!("`{operator}` is no operator"),
    };
    value.ok_or_else(|| format!("`{operator}` has no result here"))
}
