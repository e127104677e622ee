//! The preprocessor: the tokens of a file, with its `#` lines obeyed and macros expanded.
//!
//! ```text
//! #include "f"                    the tokens of the file, here
//! #define NAME tokens             NAME stands for the tokens
//! #define NAME(a, b) tokens       NAME(x, y) stands for the tokens, x for a and y for b
//! #undef NAME
//! #ifdef NAME, #ifndef NAME, #if condition, #elif condition, #else, #endif
//! #error text, #warning text
//! ```
//! A line is meant for the preprocessor if it begins with `#` in column 1. As under `cpphs`,
//! nothing is expanded in strings and comments, names in conditions that are no macros are 0,
//! what follows `#else` and `#endif` on their lines is ignored, and there is no `##`.

mod condition;
mod expand;

use crate::ast::Place;
use crate::lex::{Item, Lexer, Log};
use crate::program::{File, Files, Include, Options};
use crate::token::{Kind, Sym, Token};
use base::Name;
use diag::Diagnostic;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The greatest depth of `#include`, and the greatest number of files that it may bring in: a
/// file that includes another twice, which includes another twice, would go on for ever without
/// being deep.
const MAX_INCLUDES: (usize, usize) = (100, 10_000);

/// The tokens of a file, the last of them [`Kind::Eof`].
pub(crate) fn preprocess(files: &mut Files, path: &Path, file: File) -> (Vec<Token>, Log) {
    let mut cpp = Cpp {
        macros: FxHashMap::default(),
        open: Vec::new(),
        log: Log::default(),
        peeked: None,
        depth: 0,
        expanded: 0,
        included: 0,
        files,
    };
    for define in &cpp.files.options.defines {
        let (name, text) = define.split_once('=').unwrap_or((define, "1"));
        let value = File { source: file.source, text: text.as_bytes().into() };
        let (body, _) = line_tokens(value);
        cpp.insert(Macro { name: name.into(), params: None, body });
    }
    cpp.enter(path.into(), file);
    let tokens = cpp.run();
    (tokens, cpp.log)
}

/// All mistakes in the macros of the command line.
pub(crate) fn check_defines(options: &Options) -> Vec<Diagnostic> {
    let wrong = options.defines.iter().filter(|define| {
        let name = define.split('=').next().unwrap_or_default().as_bytes();
        let word = name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        !word || name.is_empty() || name[0].is_ascii_digit()
    });
    let title = |define| format!("`{define}` is no macro: it must be NAME or NAME=VALUE");
    wrong.map(|define| Diagnostic::error(title(define))).collect()
}

/// The tokens of a text that is not a file, but stands on the command line; without
/// [`Kind::Eof`].
pub(crate) fn line_tokens(text: File) -> (Vec<Token>, Log) {
    let (mut log, end) = (Log::default(), text.text.len());
    let mut part = Lexer::new(text.source, text.text).part(0, end);
    (rest(&mut part, &mut log), log)
}

/// All tokens that a part of a line still has.
fn rest(part: &mut Lexer, log: &mut Log) -> Vec<Token> {
    let mut tokens = Vec::new();
    while let Some(token) = next(part, log) {
        tokens.push(token);
    }
    tokens
}

/// The next token of a part of a line.
fn next(part: &mut Lexer, log: &mut Log) -> Option<Token> {
    match part.next(log) {
        Item::Token(token) if token.kind != Kind::Eof => Some(token),
        Item::Token(_) | Item::Directive => None,
    }
}

struct Cpp<'a, 'b> {
    files: &'a mut Files<'b>,
    macros: FxHashMap<Name, Rc<Macro>>,
    /// The files that `#include` is in; the root first.
    open: Vec<Open>,
    log: Log,
    /// The next token, if it was looked at.
    peeked: Option<Token>,
    /// The number of expansions that are inside each other.
    depth: u32,
    /// The number of tokens that came out of macros.
    expanded: usize,
    /// The number of files that have been included.
    included: usize,
}

/// A name and the tokens that it stands for.
struct Macro {
    name: Name,
    /// None if it is written without parentheses.
    params: Option<Vec<Name>>,
    body: Vec<Token>,
}

/// A file that is being read.
struct Open {
    path: PathBuf,
    lexer: Lexer,
    /// Every `#if` that has not ended.
    branches: Vec<Branch>,
}

/// An `#if` of which a branch is being read or skipped.
struct Branch {
    place: Place,
    /// True if a branch of it has been read.
    taken: bool,
    /// True if there has been an `#else`.
    last: bool,
}

/// A `#` line.
struct Line {
    /// `if`, `define`; empty for what says nothing.
    word: String,
    /// The `#` and the word.
    place: Place,
    /// The text behind the word.
    part: Lexer,
}

impl Cpp<'_, '_> {
    fn insert(&mut self, new: Macro) {
        self.macros.insert(new.name.clone(), Rc::new(new));
    }

    fn enter(&mut self, path: PathBuf, mut file: File) {
        if u32::try_from(file.text.len()).is_err() {
            let place = Place { source: file.source, start: 0, end: 0 };
            self.log.error(place, "the file is too large", "files may have 4 gigabytes");
            file.text = [].into();
        }
        let lexer = Lexer::new(file.source, file.text);
        self.open.push(Open { path, lexer, branches: Vec::new() });
    }

    /// All tokens.
    fn run(&mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        loop {
            let token = self.raw();
            match self.find(&token.kind, &[]) {
                Some(found) => {
                    let mut used = vec![token];
                    if found.params.is_some() {
                        self.call(&mut used);
                    }
                    self.expand(&used, &mut Vec::new(), &mut tokens);
                }
                None => {
                    let end = token.kind == Kind::Eof;
                    tokens.push(token);
                    if end {
                        return tokens;
                    }
                }
            }
        }
    }

    /// The next token as written, whatever file it is in.
    fn raw(&mut self) -> Token {
        if let Some(token) = self.peeked.take() {
            return token;
        }
        loop {
            let depth = self.open.len();
            let open = self.open.last_mut().expect("the root stays open");
            match open.lexer.next(&mut self.log) {
                Item::Directive => self.directive(),
                Item::Token(token) if token.kind == Kind::Eof => {
                    for branch in open.branches.drain(..) {
                        let label = "the `#endif` of this is missing";
                        self.log.error(branch.place, "a condition is not closed", label);
                    }
                    if depth == 1 {
                        return token;
                    }
                    self.open.pop();
                }
                Item::Token(token) => return token,
            }
        }
    }

    /// The arguments of a macro, if there are some, with their parentheses.
    fn call(&mut self, used: &mut Vec<Token>) {
        let mut depth = 0usize;
        loop {
            let token = self.raw();
            if token.is(Sym::LParen) {
                depth += 1;
            } else if depth == 0 {
                self.peeked = Some(token);
                return;
            } else if token.is(Sym::RParen) {
                depth -= 1;
            } else if token.kind == Kind::Eof {
                let label = "the `)` behind the arguments of this macro is missing";
                self.log.error(used[0].place, "a macro is not closed", label);
                self.peeked = Some(token);
                used.truncate(1);
                used[0].kind = Kind::Bad;
                return;
            }
            used.push(token);
            if depth == 0 {
                return;
            }
        }
    }

    /// The line at the current byte, which begins with `#`.
    fn line(&mut self) -> Line {
        let lexer = &mut self.open.last_mut().expect("the root stays open").lexer;
        let start = lexer.at;
        let end = lexer.line();
        let text = lexer.slice(start + 1, end);
        let blank = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let word = text[blank..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let from = start + 1 + blank;
        Line {
            word: String::from_utf8_lossy(lexer.slice(from, from + word)).into(),
            place: lexer.place(start, from + word),
            part: lexer.part(from + word, end),
        }
    }

    /// Obeys the line at the current byte.
    fn directive(&mut self) {
        let mut line = self.line();
        match line.word.as_str() {
            "include" => self.include(&line),
            "define" => self.define(&mut line),
            "undef" => {
                if let Some(name) = self.macro_name(&mut line) {
                    self.macros.remove(&name);
                }
            }
            "if" | "ifdef" | "ifndef" => {
                let taken = self.holds(&mut line);
                self.branches().push(Branch { place: line.place, taken, last: false });
                if !taken {
                    self.skip();
                }
            }
            "elif" | "else" => {
                if self.branch(&line) {
                    self.skip();
                }
            }
            "endif" => {
                if self.branches().pop().is_none() {
                    self.log.error(line.place, "`#endif` without `#if`", "this ends nothing");
                }
            }
            "error" => self.log.error(line.place, "`#error`", &text_of(&line)),
            "warning" => {
                let warning = Diagnostic::warning("`#warning`");
                let span = line.place.span();
                self.log.errors.push(warning.at(line.place.source, span, text_of(&line)));
            }
            // Line markers, which other preprocessors leave, and words to other compilers.
            "" | "line" | "pragma" => {}
            word => {
                let title = format!("unknown preprocessor line `#{word}`");
                self.log.error(line.place, title, "a `#` in column 1 begins such a line");
            }
        }
    }

    fn branches(&mut self) -> &mut Vec<Branch> {
        &mut self.open.last_mut().expect("the root stays open").branches
    }

    /// Notes the `#elif` or `#else` of a line; false, after a message, if there is no `#if`.
    fn branch(&mut self, line: &Line) -> bool {
        let last = line.word == "else";
        let (title, label) = match self.branches().last_mut() {
            None => (format!("`#{}` without `#if`", line.word), "no condition is open here"),
            Some(branch) if branch.last => {
                (format!("`#{}` behind `#else`", line.word), "`#else` is the last branch")
            }
            Some(branch) => {
                branch.last = last;
                return true;
            }
        };
        self.log.error(line.place, title, label);
        false
    }

    /// Moves behind the end of the current branch, and on to the next that is to be read.
    fn skip(&mut self) {
        let mut depth = 0usize;
        loop {
            let lexer = &mut self.open.last_mut().expect("the root stays open").lexer;
            if lexer.ended() {
                return;
            }
            if !lexer.remaining().starts_with(b"#") {
                lexer.line();
                continue;
            }
            let mut line = self.line();
            match line.word.as_str() {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "endif" if depth == 0 => {
                    self.branches().pop();
                    return;
                }
                "endif" => depth -= 1,
                "elif" | "else" if depth == 0 && self.branch(&line) => {
                    let taken = self.branches().last().is_none_or(|branch| branch.taken);
                    if !taken && (line.word == "else" || self.holds(&mut line)) {
                        if let Some(branch) = self.branches().last_mut() {
                            branch.taken = true;
                        }
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// True if the condition of a line holds.
    fn holds(&mut self, line: &mut Line) -> bool {
        match line.word.as_str() {
            "ifdef" | "ifndef" => {
                let name = self.macro_name(line);
                let defined = name.is_some_and(|name| self.macros.contains_key(&name));
                defined == (line.word == "ifdef")
            }
            _ => {
                let tokens = rest(&mut line.part, &mut self.log);
                self.condition(line.place, &tokens)
            }
        }
    }

    /// The name that a line is about.
    fn macro_name(&mut self, line: &mut Line) -> Option<Name> {
        let token = next(&mut line.part, &mut self.log);
        match token {
            Some(Token { kind: Kind::Lower(name) | Kind::Upper(name), .. }) => Some(name),
            token => {
                let place = token.map_or(line.place, |token| token.place);
                let title = format!("`#{}` without a name", line.word);
                self.log.error(place, title, "the name of a macro should stand here");
                None
            }
        }
    }

    fn define(&mut self, line: &mut Line) {
        let Some(name) = self.macro_name(line) else { return };
        let adjacent = line.part.remaining().starts_with(b"(");
        let params = if adjacent { self.params(line) } else { Some(Vec::new()) };
        let Some(params) = params else { return };
        let body = rest(&mut line.part, &mut self.log);
        let params = adjacent.then_some(params);
        self.insert(Macro { name, params, body });
    }

    /// `(a, b)`; none after a message.
    fn params(&mut self, line: &mut Line) -> Option<Vec<Name>> {
        let open = next(&mut line.part, &mut self.log)?;
        let mut params = Vec::new();
        loop {
            match next(&mut line.part, &mut self.log).map(|token| token.kind) {
                Some(Kind::Lower(name) | Kind::Upper(name)) => params.push(name),
                Some(Kind::Sym(Sym::RParen)) if params.is_empty() => return Some(params),
                _ => break,
            }
            match next(&mut line.part, &mut self.log).map(|token| token.kind) {
                Some(Kind::Sym(Sym::Comma)) => {}
                Some(Kind::Sym(Sym::RParen)) => return Some(params),
                _ => break,
            }
        }
        let label = "names should stand here, with commas between them, up to a `)`";
        self.log.error(open.place, "the parameters of a macro cannot be read", label);
        None
    }

    fn include(&mut self, line: &Line) {
        let text = text_of(line);
        let name = match text.as_bytes() {
            [b'"', rest @ ..] => rest.split(|&byte| byte == b'"').next(),
            [b'<', rest @ ..] => rest.split(|&byte| byte == b'>').next(),
            _ => None,
        };
        let name = name.filter(|name| !name.is_empty() && name.len() + 1 < text.len());
        let Some(name) = name else {
            let label = "this is written `#include \"file\"` or `#include <file>`";
            return self.log.error(line.place, "no file is named", label);
        };
        self.included += 1;
        if self.open.len() > MAX_INCLUDES.0 || self.included > MAX_INCLUDES.1 {
            if self.included < usize::MAX / 2 {
                let label = "does the file include itself?";
                self.log.error(line.place, "files include each other without end", label);
            }
            self.included = usize::MAX / 2;
            return;
        }
        let name = String::from_utf8_lossy(name).into_owned();
        let include = Include { name, angled: text.starts_with('<'), place: line.place };
        let path = self.open.last().map(|open| open.path.clone()).unwrap_or_default();
        match self.files.find(&include, &path) {
            Ok((path, file)) => self.enter(path, file),
            Err(error) => self.log.errors.push(*error),
        }
    }
}

/// The text behind the word of a line.
fn text_of(line: &Line) -> String {
    String::from_utf8_lossy(line.part.remaining()).trim().into()
}
