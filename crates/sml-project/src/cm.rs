//! The syntax of descriptions for the compilation manager.
//!
//! ```text
//! description ::= Group [(...)] export* is member*
//!               | Library [(...)] export* is member*
//! export ::= structure A | signature S | functor F | funsig F
//!          | source (-) | group (path) | library (path) | group (-) | library (-)
//!          | (export*) | - export | * export
//! member ::= path [: class] [(options)]
//! ```

use super::word::{Kind, Word, Words};
use diag::{Diagnostic, SourceId};
use sml_elab::Namespace;

/// The greatest depth of nested export lists.
const MAX_NESTING: u32 = 200;

/// A description.
pub(crate) struct Description {
    /// True for `Library`.
    pub(crate) library: bool,
    /// Its export list; none exports everything.
    pub(crate) exports: Option<Vec<Export>>,
    /// Its members.
    pub(crate) members: Vec<Member>,
}

/// A set of names, and its effect on the names before it.
pub(crate) struct Export {
    pub(crate) how: How,
    pub(crate) set: Set,
}

/// The effect of a set on the names before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// It is added.
    Add,
    /// It is taken away.
    Remove,
    /// All names outside it are taken away.
    Keep,
}

/// A set of names.
pub(crate) enum Set {
    /// One.
    Name(Namespace, Word),
    /// The modules of the sources.
    Sources,
    /// The exports of a member.
    Member(Word),
    /// The exports of the groups, or, if true, of the libraries.
    Groups(bool),
    /// Several.
    Sets(Vec<Export>),
}

/// A member.
pub(crate) struct Member {
    pub(crate) path: Word,
    /// The kind of the file, if its name's ending does not give it.
    pub(crate) class: Option<Word>,
    /// True if it is listed under a condition.
    pub(crate) conditional: bool,
}

type Parsed<T> = Result<T, Diagnostic>;

/// Reads a description, whose lines have been selected.
pub(crate) fn parse(source: SourceId, text: &[u8]) -> Parsed<Description> {
    let mut words = Words::new(source, text, b"():")?;
    let library = words.peek().is_any_case("library");
    if !library && !words.peek().is_any_case("group") {
        return Err(words.expected("`Group` or `Library`"));
    }
    words.next();
    if words.peek().is("(") {
        options(&mut words)?;
    }
    let exports = exports(&mut words, 0)?;
    if !words.peek().is_any_case("is") {
        return Err(words.expected("`is`"));
    }
    words.next();
    let mut members = Vec::new();
    while words.peek().kind != Kind::End {
        members.push(member(&mut words)?);
    }
    Ok(Description { library, exports: (!exports.is_empty()).then_some(exports), members })
}

/// Skips `(...)`; gives its only word, if it is one.
fn options(words: &mut Words) -> Parsed<Option<Word>> {
    let begun = words.next();
    let mut open = 1;
    let mut found = Vec::new();
    while open > 0 {
        let word = words.next();
        match word.text.as_str() {
            _ if word.kind == Kind::End => {
                return Err(words.expected("`)`").also(
                    words.source,
                    begun.span,
                    "of the `(` here",
                ));
            }
            "(" => open += 1,
            ")" => open -= 1,
            _ => found.push(word),
        }
    }
    Ok(if found.len() == 1 { found.pop() } else { None })
}

fn exports(words: &mut Words, depth: u32) -> Parsed<Vec<Export>> {
    let mut exports = Vec::new();
    loop {
        let how = if words.pass("-") {
            How::Remove
        } else if words.pass("*") {
            How::Keep
        } else {
            How::Add
        };
        match set(words, depth)? {
            Some(set) => exports.push(Export { how, set }),
            None if how == How::Add => return Ok(exports),
            None => return Err(words.expected("a set of exports")),
        }
    }
}

fn set(words: &mut Words, depth: u32) -> Parsed<Option<Set>> {
    let word = words.peek().clone();
    if depth > MAX_NESTING {
        return Err(words.expected("something less deep"));
    }
    let namespace = match word.text.to_ascii_lowercase().as_str() {
        "structure" => Namespace::Structure,
        "signature" => Namespace::Signature,
        "functor" | "funsig" => Namespace::Functor,
        "(" => {
            words.next();
            let inner = exports(words, depth + 1)?;
            words.demand(")", Some(&word))?;
            return Ok(Some(Set::Sets(inner)));
        }
        "source" | "group" | "library" => return sources(words).map(Some),
        _ => return Ok(None),
    };
    words.next();
    if words.peek().kind != Kind::Plain {
        return Err(words.expected("a name"));
    }
    Ok(Some(Set::Name(namespace, words.next())))
}

/// `source (-)`, `group (path)`.
fn sources(words: &mut Words) -> Parsed<Set> {
    let word = words.next();
    words.demand("(", None)?;
    let path = words.next();
    words.demand(")", Some(&word))?;
    Ok(match path.text.as_str() {
        _ if word.is_any_case("source") => Set::Sources,
        "-" => Set::Groups(word.is_any_case("library")),
        _ => Set::Member(path),
    })
}

fn member(words: &mut Words) -> Parsed<Member> {
    if !matches!(words.peek().kind, Kind::Plain | Kind::Quoted) {
        return Err(words.expected("a file"));
    }
    let path = words.next();
    let mut class = None;
    if words.pass(":") {
        if words.peek().kind != Kind::Plain {
            return Err(words.expected("a class"));
        }
        class = Some(words.next());
    }
    if words.peek().is("(") {
        let option = options(words)?;
        class = class.or(option);
    }
    Ok(Member { path, class, conditional: false })
}
