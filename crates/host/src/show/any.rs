//! Values in an `any` as text, for messages of languages without static types: as Scheme writes
//! them. Long and deep ones are cut off.

/// Most characters of the whole.
const CHARACTERS: usize = 2000;
/// Most levels of values inside one another.
const LEVELS: usize = 50;

/// What is in an `any`.
#[derive(Debug)]
pub enum AnyPart {
    /// An integer of 64 bits.
    Int(i64),
    /// The digits of a big integer.
    Big(String),
    /// A number.
    Real(f64),
    /// An `i1`.
    Bool(bool),
    /// An `i32`, a character.
    Char(u32),
    /// An `i8`; 0 is the empty list.
    Special(u64),
    /// A string, which is a symbol.
    Symbol(Vec<u8>),
    /// An array of `i32`s, which is a text.
    Text(Vec<u32>),
    /// An array of bytes.
    Bytes(Vec<u8>),
    /// An array of so many `any`s.
    Anys(usize),
    /// A tuple of so many `any`s.
    Tuple(usize),
    /// A function.
    Fun,
    /// A continuation.
    Cont,
    /// Anything else.
    Other,
}

/// An `any` that can be looked into.
pub trait AnyView: Sized {
    /// What is in it.
    fn part(&self) -> AnyPart;
    /// Field or element `i` of a tuple or an array of `any`s.
    fn element(&self, i: usize) -> Option<Self>;
}

/// The text of what is in an `any`.
pub fn any_text(value: &impl AnyView) -> String {
    let mut out = String::new();
    show(value, LEVELS, &mut out);
    out
}

fn show<V: AnyView>(value: &V, levels: usize, out: &mut String) {
    if levels == 0 || out.len() > CHARACTERS {
        out.push_str("...");
        return;
    }
    match value.part() {
        AnyPart::Int(n) => *out += &n.to_string(),
        AnyPart::Big(digits) => *out += &digits,
        AnyPart::Real(x) => *out += &number(x),
        AnyPart::Bool(b) => out.push_str(if b { "#t" } else { "#f" }),
        AnyPart::Char(c) => character(c, out),
        AnyPart::Special(0) => out.push_str("()"),
        AnyPart::Special(1) => out.push_str("#<unspecified>"),
        AnyPart::Special(2) => out.push_str("#<eof>"),
        AnyPart::Special(_) => out.push_str("#<unbound>"),
        AnyPart::Symbol(name) => symbol(&name, out),
        AnyPart::Text(text) => quoted(&text, '"', out),
        AnyPart::Bytes(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
            *out += &format!("#u8({})", bytes.join(" "));
        }
        AnyPart::Anys(count) => {
            out.push_str("#(");
            sequence(value, 0..count, levels, out);
            out.push(')');
        }
        // Scheme has continuations beside the state of their place.
        AnyPart::Tuple(2) if first_is_cont(value) => out.push_str("#<continuation>"),
        AnyPart::Tuple(2) => list(value, levels, out),
        AnyPart::Tuple(count) => record(value, count, levels, out),
        AnyPart::Fun => out.push_str("#<procedure>"),
        AnyPart::Cont => out.push_str("#<continuation>"),
        AnyPart::Other => out.push_str("#<object>"),
    }
}

fn first_is_cont<V: AnyView>(value: &V) -> bool {
    value.element(0).is_some_and(|first| matches!(first.part(), AnyPart::Cont))
}

fn sequence<V: AnyView>(value: &V, range: std::ops::Range<usize>, levels: usize, out: &mut String) {
    let start = range.start;
    for i in range {
        if i > start {
            out.push(' ');
        }
        if out.len() > CHARACTERS {
            out.push_str("...");
            return;
        }
        if let Some(element) = value.element(i) {
            show(&element, levels - 1, out);
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "any other tail is shown behind a dot")]
fn list<V: AnyView>(value: &V, levels: usize, out: &mut String) {
    out.push('(');
    let (mut first, mut rest) = (value.element(0), value.element(1));
    while let Some(item) = first {
        show(&item, levels - 1, out);
        let Some(tail) = rest else { break };
        match tail.part() {
            AnyPart::Special(0) => break,
            AnyPart::Tuple(2) if first_is_cont(&tail) => {
                out.push_str(" . #<continuation>");
                break;
            }
            AnyPart::Tuple(2) if out.len() <= CHARACTERS => {
                out.push(' ');
                (first, rest) = (tail.element(0), tail.element(1));
            }
            AnyPart::Tuple(2) => {
                out.push_str(" ...");
                break;
            }
            _ => {
                out.push_str(" . ");
                show(&tail, levels - 1, out);
                break;
            }
        }
    }
    out.push(')');
}

/// A tuple whose first field is its type, which has a name and a list of names of fields.
fn record<V: AnyView>(value: &V, count: usize, levels: usize, out: &mut String) {
    let ty = value.element(0);
    let name = ty.as_ref().and_then(|ty| ty.element(1));
    let Some(AnyPart::Symbol(name)) = name.map(|name| name.part()) else {
        out.push_str("#<procedure>");
        return;
    };
    if name == b"ratio" && count == 3 {
        for (i, between) in [(1, "/"), (2, "")] {
            if let Some(part) = value.element(i) {
                show(&part, levels - 1, out);
            }
            out.push_str(between);
        }
        return;
    }
    *out += &format!("#<{}", String::from_utf8_lossy(&name));
    let mut fields = ty.and_then(|ty| ty.element(2));
    for i in 1..count {
        let Some(cell) = fields else { break };
        let (Some(field), rest) = (cell.element(0), cell.element(1)) else { break };
        let AnyPart::Symbol(field) = field.part() else { break };
        *out += &format!(" {}: ", String::from_utf8_lossy(&field));
        if let Some(value) = value.element(i) {
            show(&value, levels - 1, out);
        }
        fields = rest;
    }
    out.push('>');
}

/// A number by the shortest text that reads back.
fn number(x: f64) -> String {
    if x.is_nan() {
        return "+nan.0".to_owned();
    }
    if x.is_infinite() {
        return if x > 0.0 { "+inf.0" } else { "-inf.0" }.to_owned();
    }
    format!("{x:?}")
}

fn character(c: u32, out: &mut String) {
    let name = match c {
        0 => "null",
        7 => "alarm",
        8 => "backspace",
        9 => "tab",
        10 => "newline",
        13 => "return",
        27 => "escape",
        32 => "space",
        127 => "delete",
        _ => "",
    };
    out.push_str("#\\");
    match char::from_u32(c) {
        _ if !name.is_empty() => out.push_str(name),
        Some(c) if !c.is_control() => out.push(c),
        Some(_) | None => *out += &format!("x{c:x}"),
    }
}

fn symbol(name: &[u8], out: &mut String) {
    let text = String::from_utf8_lossy(name);
    let plain = |c: char| c.is_alphanumeric() || "!$%&*/:<=>?^_~+-.@".contains(c);
    let begins = |c: char| !c.is_ascii_digit();
    if text.chars().all(plain) && text.starts_with(begins) && text != "." {
        out.push_str(&text);
    } else {
        let codes: Vec<u32> = text.chars().map(u32::from).collect();
        quoted(&codes, '|', out);
    }
}

fn quoted(text: &[u32], quote: char, out: &mut String) {
    out.push(quote);
    for code in text.iter().take(CHARACTERS) {
        match char::from_u32(*code) {
            Some('\n') => out.push_str("\\n"),
            Some('\t') => out.push_str("\\t"),
            Some('\r') => out.push_str("\\r"),
            Some('\x07') => out.push_str("\\a"),
            Some('\x08') => out.push_str("\\b"),
            Some(c) if c == quote || c == '\\' => out.extend(['\\', c]),
            Some(c) if !c.is_control() => out.push(c),
            Some(_) | None => *out += &format!("\\x{code:x};"),
        }
    }
    if text.len() > CHARACTERS {
        out.push_str("...");
    }
    out.push(quote);
}
