//! Tokens to data. Open lists are on a stack of its own; after an error, reading goes on.

use crate::lex::{Lexer, Token};
use crate::{Datum, Kind};
use base::{LocatedError, Name, Span};
use diag::SourceId;
use indexmap::IndexMap;
use num_traits::ToPrimitive;
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::rc::Rc;

/// The number of lists, quotes and labels that may be open at a time.
pub const MAX_NESTING: usize = 10_000;

/// The number of errors after which nothing more is read.
pub const MAX_ERRORS: usize = 100;

/// The number of elements that lists may take from labels behind their dots: with every
/// reference they are copied.
const MAX_COPIES: usize = 1_000_000;

/// Reads all data of a text.
///
/// # Errors
/// All mistakes in it, in the order of their places.
pub fn read(source: SourceId, text: &[u8]) -> Result<Vec<Rc<Datum>>, Vec<LocatedError>> {
    read_from(source, text, false)
}

/// The same for a text that is read as if it began with `#!fold-case`.
///
/// # Errors
/// All mistakes in it, in the order of their places.
pub fn read_folded(source: SourceId, text: &[u8]) -> Result<Vec<Rc<Datum>>, Vec<LocatedError>> {
    read_from(source, text, true)
}

fn read_from(
    source: SourceId,
    text: &[u8],
    folds: bool,
) -> Result<Vec<Rc<Datum>>, Vec<LocatedError>> {
    let (text, errors) = decode(text);
    let mut reader = Reader {
        source,
        lexer: Lexer::new(&text, folds),
        frames: Vec::new(),
        data: Vec::new(),
        labels: IndexMap::default(),
        end: 0,
        copies: 0,
        line_start: None,
    };
    reader.lexer.errors = errors;
    while reader.step() {}
    let mut errors = reader.lexer.errors;
    if errors.is_empty() {
        return Ok(reader.data);
    }
    errors.sort_by_key(|error| error.span.map(|span| span.start));
    if errors.len() > MAX_ERRORS {
        errors.truncate(MAX_ERRORS + 1);
        let title = format!("more than {MAX_ERRORS} errors; the others are not shown");
        errors[MAX_ERRORS] = LocatedError { title, hint: None, ..errors[MAX_ERRORS].clone() };
    }
    Err(errors)
}

/// The text, in which a letter stands for each byte that is not UTF-8, and errors about these.
fn decode(text: &[u8]) -> (Cow<'_, str>, Vec<LocatedError>) {
    if let Ok(text) = std::str::from_utf8(text) {
        return (Cow::Borrowed(text), Vec::new());
    }
    let (mut decoded, mut errors) = (String::with_capacity(text.len()), Vec::new());
    for chunk in text.utf8_chunks() {
        decoded.push_str(chunk.valid());
        let Some(byte) = chunk.invalid().first() else { continue };
        if errors.len() <= MAX_ERRORS {
            let span = Span::new(decoded.len(), decoded.len() + 1);
            let label = format!("this is the byte 0x{byte:02x}");
            errors.push(LocatedError::new(span, "the text is not UTF-8", label));
        }
        decoded.extend(chunk.invalid().iter().map(|_| '?'));
    }
    (Cow::Owned(decoded), errors)
}

/// Something that is not complete yet.
struct Frame<'t> {
    /// Its first token.
    span: Span,
    shape: Shape<'t>,
    items: Vec<Rc<Datum>>,
}

enum Shape<'t> {
    List,
    /// A list after its dot, with what stands there.
    Dotted(Span, Option<Rc<Datum>>),
    Vector,
    Bytes,
    /// A quote, by the name that it abbreviates.
    Abbreviation(&'static str),
    /// `#;`, and the number of labels before it: those that it contains are not seen outside.
    Comment(usize),
    Label(&'t str),
}

struct Reader<'t> {
    source: SourceId,
    lexer: Lexer<'t>,
    frames: Vec<Frame<'t>>,
    data: Vec<Rc<Datum>>,
    /// The labels of this datum at the top; those without a datum are being read.
    labels: IndexMap<&'t str, Option<Rc<Datum>>, FxBuildHasher>,
    /// The end of the last token.
    end: usize,
    copies: usize,
    /// The first list that begins a line of the text although another is open.
    line_start: Option<usize>,
}

impl<'t> Reader<'t> {
    /// Reads a token; false after the last one.
    fn step(&mut self) -> bool {
        let (token, span) = self.lexer.next();
        self.end = span.end;
        match token {
            Token::End => {
                self.end(span);
                return false;
            }
            Token::Open => self.open(span, Shape::List),
            Token::OpenVector => self.open(span, Shape::Vector),
            Token::OpenBytes => self.open(span, Shape::Bytes),
            Token::Abbreviation(name) => self.open(span, Shape::Abbreviation(name)),
            Token::Comment => self.open(span, Shape::Comment(self.labels.len())),
            Token::Label(label) => self.label(span, label),
            Token::Reference(label) => self.reference(span, label),
            Token::Close => self.close(span),
            Token::Dot => self.dot(span),
            Token::Atom(kind) => self.complete(Datum::new(kind, self.source, span)),
        }
        if self.frames.len() > MAX_NESTING {
            let label = format!("more than {MAX_NESTING} lists are open here");
            self.lexer.report(span, "the nesting is too deep", label);
            return false;
        }
        self.lexer.errors.len() <= MAX_ERRORS
    }

    fn open(&mut self, span: Span, shape: Shape<'t>) {
        if self.frames.is_empty() {
            self.line_start = None;
        } else if self.line_start.is_none() && self.lexer.begins_line(span.start) {
            self.line_start = Some(span.start);
        }
        self.frames.push(Frame { span, shape, items: Vec::new() });
    }

    fn label(&mut self, span: Span, label: &'t str) {
        if self.labels.contains_key(label) {
            self.lexer.report(span, "the label is there already", "it was given before");
        }
        self.labels.insert(label, None);
        self.open(span, Shape::Label(label));
    }

    fn reference(&mut self, span: Span, label: &str) {
        let datum = match self.labels.get(label) {
            Some(Some(datum)) => return self.complete(datum.clone()),
            Some(None) => {
                let label = "this label is that of a datum around it";
                self.lexer.report(span, "a literal that contains itself", label);
                Kind::Bool(false)
            }
            None => {
                self.lexer.report(span, "unknown label", "no datum before it has this label");
                Kind::Bool(false)
            }
        };
        self.complete(Datum::new(datum, self.source, span));
    }

    fn dot(&mut self, span: Span) {
        let label = match self.frames.last_mut() {
            Some(frame) if matches!(frame.shape, Shape::List) && !frame.items.is_empty() => {
                frame.shape = Shape::Dotted(span, None);
                return;
            }
            Some(Frame { shape: Shape::List, .. }) => "nothing stands before it in this list",
            Some(Frame { shape: Shape::Dotted(..), .. }) => "this list has a dot already",
            Some(_) | None => "a dot stands before the last datum of a list",
        };
        self.lexer.report(span, "misplaced dot", label);
    }

    /// Puts a datum where it belongs, and completes the quotes and labels before it.
    fn complete(&mut self, mut datum: Rc<Datum>) {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                self.labels.clear();
                return self.data.push(datum);
            };
            let start = frame.span.start;
            match &mut frame.shape {
                Shape::List | Shape::Vector | Shape::Bytes => return frame.items.push(datum),
                Shape::Dotted(_, tail @ None) => {
                    *tail = Some(datum);
                    return;
                }
                Shape::Dotted(_, Some(_)) => {
                    let label = "one datum only stands behind a dot";
                    return self.lexer.report(datum.span, "misplaced dot", label);
                }
                Shape::Abbreviation(name) => {
                    let name = Kind::Symbol(Name::from(*name));
                    let name = Datum::new(name, self.source, frame.span);
                    // The datum itself may stand elsewhere, by a label.
                    let span = Span::new(start, self.end);
                    datum = Datum::new(Kind::List(vec![name, datum]), self.source, span);
                }
                Shape::Comment(labels) => {
                    self.labels.truncate(*labels);
                    self.frames.pop();
                    return;
                }
                Shape::Label(label) => {
                    self.labels.insert(label, Some(datum.clone()));
                }
            }
            self.frames.pop();
        }
    }

    /// Takes away quotes, comments and labels that nothing follows.
    fn drop_prefixes(&mut self) {
        while let Some(frame) = self.frames.last() {
            let title = match &frame.shape {
                Shape::Abbreviation(name) if name.starts_with('u') => {
                    format!("an {name} of nothing")
                }
                Shape::Abbreviation(name) => format!("a {name} of nothing"),
                Shape::Comment(_) => "a comment on nothing".into(),
                Shape::Label(_) => "a label of nothing".into(),
                Shape::List | Shape::Dotted(..) | Shape::Vector | Shape::Bytes => return,
            };
            self.lexer.report(frame.span, title, "a datum must follow");
            self.frames.pop();
        }
    }

    fn close(&mut self, span: Span) {
        self.drop_prefixes();
        let Some(frame) = self.frames.pop() else {
            let label = "no list is open here";
            return self.lexer.report(span, "a closing parenthesis too many", label);
        };
        let kind = match frame.shape {
            Shape::Vector => Kind::Vector(frame.items),
            Shape::Bytes => self.bytes(&frame.items),
            Shape::Dotted(_, Some(tail)) => self.dotted(frame.items, &tail),
            Shape::Dotted(dot, None) => {
                self.lexer.report(dot, "misplaced dot", "nothing stands behind it");
                Kind::List(frame.items)
            }
            Shape::List | Shape::Abbreviation(_) | Shape::Comment(_) | Shape::Label(_) => {
                Kind::List(frame.items)
            }
        };
        self.complete(Datum::new(kind, self.source, Span::new(frame.span.start, span.end)));
    }

    fn bytes(&mut self, items: &[Rc<Datum>]) -> Kind {
        let mut bytes = Vec::with_capacity(items.len());
        for item in items {
            let byte = if let Kind::Int(value) = &item.kind { value.to_u8() } else { None };
            if byte.is_none() {
                let label = "bytes are exact integers from 0 to 255";
                self.lexer.report(item.span, "no byte in a bytevector", label);
            }
            bytes.extend(byte);
        }
        Kind::Bytes(bytes)
    }

    fn dotted(&mut self, items: Vec<Rc<Datum>>, tail: &Rc<Datum>) -> Kind {
        if Rc::strong_count(tail) > 1 && !matches!(tail.kind, Kind::Vector(_)) {
            let before = self.copies;
            self.copies += tail.kind.parts().0.len();
            if self.copies > MAX_COPIES {
                if before <= MAX_COPIES {
                    let label = format!("more than {MAX_COPIES} elements are copied by labels");
                    self.lexer.report(tail.span, "the literals are too large", label);
                }
                return Kind::List(items);
            }
        }
        Kind::with_tail(items, tail)
    }

    /// Reports what is still open at the end of the text.
    fn end(&mut self, end: Span) {
        // An unclosed string or comment may have taken the parentheses.
        if self.lexer.is_cut_off {
            return;
        }
        self.drop_prefixes();
        let is_list = |frame: &&Frame<'_>| {
            matches!(frame.shape, Shape::List | Shape::Dotted(..) | Shape::Vector | Shape::Bytes)
        };
        let missing = self.frames.iter().filter(is_list).count();
        let Some(first) = self.frames.iter().find(is_list) else { return };
        let label = match missing {
            1 => "its `)` is missing".to_owned(),
            missing => format!("its `)` is missing, and {} more", missing - 1),
        };
        let error = LocatedError::new(first.span, "the list is not closed", label);
        match self.line_start {
            Some(at) => {
                let line = self.lexer.line(at.min(end.start));
                let hint = format!("line {line} begins with a list that is inside this one");
                self.lexer.report_hint(error, hint);
            }
            None => self.lexer.errors.push(error),
        }
    }
}
