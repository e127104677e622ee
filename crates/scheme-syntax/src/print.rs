//! Data as text that reads back, as `write-shared` shows them: compound data that occur twice
//! get a label.

use crate::chars::{begins_number, is_name_char, is_printable};
use crate::{Datum, Kind, char_name, number};
use rustc_hash::FxHashMap;
use std::fmt::{self, Write as _};
use std::rc::Rc;

/// The abbreviations of lists of two, and their first elements.
pub(crate) const ABBREVIATIONS: &[(&str, &str)] =
    &[("'", "quote"), ("`", "quasiquote"), (",", "unquote"), (",@", "unquote-splicing")];

/// A flonum, by the fewest digits that read back.
pub fn show_real(value: f64) -> String {
    if value.is_nan() {
        "+nan.0".into()
    } else if value.is_infinite() {
        if value > 0.0 { "+inf.0".into() } else { "-inf.0".into() }
    } else {
        format!("{value:?}")
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut labels = shared(self);
        let mut count = 0;
        let mut open = vec![Step::Datum(self)];
        while let Some(step) = open.pop() {
            let datum = match step {
                Step::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Step::Datum(datum) => datum,
            };
            match labels.get_mut(&std::ptr::from_ref(datum)) {
                Some(Some(label)) => {
                    write!(f, "#{label}#")?;
                    continue;
                }
                Some(label @ None) => {
                    *label = Some(count);
                    write!(f, "#{count}=")?;
                    count += 1;
                }
                None => {}
            }
            write_datum(f, datum, &mut open)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What remains to be written, the next at the end.
enum Step<'d> {
    Text(&'static str),
    Datum(&'d Datum),
}

/// The compound data that occur more than once, without a label yet.
fn shared(datum: &Datum) -> FxHashMap<*const Datum, Option<usize>> {
    let mut times: FxHashMap<*const Datum, usize> = FxHashMap::default();
    let mut open = vec![datum];
    while let Some(datum) = open.pop() {
        let (items, tail) = datum.kind.parts();
        for part in items.iter().chain(tail).filter(|part| !part.kind.parts().0.is_empty()) {
            if Rc::strong_count(part) == 1 {
                open.push(part);
                continue;
            }
            let seen = times.entry(Rc::as_ptr(part)).or_default();
            *seen += 1;
            if *seen == 1 {
                open.push(part);
            }
        }
    }
    times.into_iter().filter(|(_, times)| *times > 1).map(|(datum, _)| (datum, None)).collect()
}

/// Writes an atom, or the beginning of a compound datum, whose rest is then to be written.
fn write_datum<'d>(
    f: &mut fmt::Formatter<'_>,
    datum: &'d Datum,
    open: &mut Vec<Step<'d>>,
) -> fmt::Result {
    match &datum.kind {
        Kind::Bool(true) => f.write_str("#t"),
        Kind::Bool(false) => f.write_str("#f"),
        Kind::Char(c) => write_char(f, *c),
        Kind::Int(value) => write!(f, "{value}"),
        Kind::Ratio(ratio) => write!(f, "{}/{}", ratio.0, ratio.1),
        Kind::Real(value) => f.write_str(&show_real(*value)),
        Kind::Str(text) => write_quoted(f, text, '"'),
        Kind::Symbol(name) if is_plain(name) => f.write_str(name),
        Kind::Symbol(name) => write_quoted(f, name, '|'),
        Kind::List(items) => {
            if let Some((sign, quoted)) = abbreviation(items) {
                open.push(Step::Datum(quoted));
                return f.write_str(sign);
            }
            f.write_str("(")?;
            push_items(items, open);
            Ok(())
        }
        Kind::Dotted(items, tail) => {
            f.write_str("(")?;
            open.extend([Step::Text(")"), Step::Datum(tail), Step::Text(" . ")]);
            push_spaced(items, open);
            Ok(())
        }
        Kind::Vector(items) => {
            f.write_str("#(")?;
            push_items(items, open);
            Ok(())
        }
        Kind::Bytes(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
            write!(f, "#u8({})", bytes.join(" "))
        }
    }
}

fn push_items<'d>(items: &'d [Rc<Datum>], open: &mut Vec<Step<'d>>) {
    open.push(Step::Text(")"));
    push_spaced(items, open);
}

fn push_spaced<'d>(items: &'d [Rc<Datum>], open: &mut Vec<Step<'d>>) {
    for (at, item) in items.iter().enumerate().rev() {
        open.push(Step::Datum(item));
        if at > 0 {
            open.push(Step::Text(" "));
        }
    }
}

/// The abbreviation of a list that has one, and what it stands before.
fn abbreviation(items: &[Rc<Datum>]) -> Option<(&'static str, &Datum)> {
    let [name, quoted] = items else { return None };
    let name = name.symbol()?;
    let (sign, _) = ABBREVIATIONS.iter().find(|(_, long)| **long == **name)?;
    // `,@x` is not `(unquote @x)`.
    let joins = *sign == "," && quoted.symbol().is_some_and(|name| name.starts_with('@'));
    (!joins).then_some((*sign, &**quoted))
}

/// True if a symbol needs no bars.
fn is_plain(name: &str) -> bool {
    let is_number =
        || begins_number(name) || !matches!(number::parse(name, 10), Err(number::Fault::Malformed));
    !name.is_empty() && name != "." && name.chars().all(is_name_char) && !is_number()
}

fn write_char(f: &mut fmt::Formatter<'_>, c: char) -> fmt::Result {
    match char_name(c) {
        Some(name) => write!(f, "#\\{name}"),
        None if is_printable(c) => write!(f, "#\\{c}"),
        None => write!(f, "#\\x{:x}", c as u32),
    }
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str, quote: char) -> fmt::Result {
    f.write_char(quote)?;
    for c in text.chars() {
        match c {
            '\u{7}' => f.write_str("\\a")?,
            '\u{8}' => f.write_str("\\b")?,
            '\t' => f.write_str("\\t")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\\' => f.write_str("\\\\")?,
            c if c == quote => write!(f, "\\{c}")?,
            c if is_printable(c) => f.write_char(c)?,
            c => write!(f, "\\x{:x};", c as u32)?,
        }
    }
    f.write_char(quote)
}
