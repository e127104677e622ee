//! The comments of the library about its values.
//!
//! The signatures of the library have a comment that begins with two stars before each
//! specification. A member of a structure is documented where the signature that the structure was
//! matched with specifies it; a structure by the first comment of its file.

use crate::core::Loc;
use crate::env::{StrId, TyFun};
use crate::{Compilation, Elab, top_level};
use sml_syntax::names::Sym;

/// Structures of the library's own, and those that document their members.
const SHOWN: &[(&str, &str)] = &[
    ("BoolArith", "Bool"),
    ("RealArith", "Real"),
    ("CharArith", "Char"),
    ("StringBase", "String"),
    ("Stdout", "TextIO"),
];

/// The structure that documents the overloaded operators.
const OPERATORS: &str = "Int";

/// Words that stand before a name in a specification.
const WORDS: &[&str] = &["val", "exception", "type", "eqtype", "datatype", "structure"];

impl Compilation {
    /// What the library says of a value, an exception, a type or a structure of its own: one
    /// sentence, in which programs stand in backquotes.
    pub fn documentation(&mut self, path: &[&str]) -> Option<String> {
        if let [name] = path {
            return self.top_documentation(name);
        }
        let (sym, around) = self.syms(path)?;
        let (_, structure) = *self.elab.way(&around)?.last()?;
        let loc = self.elab.specified(structure, sym)?;
        let (text, at) = self.elab.library_text(loc)?;
        (text.get(at..loc.span.end)? == path.last()?.as_bytes()).then_some(())?;
        sentence(comment_before(text.get(..at)?)?)
    }

    /// The same of a name of the top level.
    fn top_documentation(&mut self, name: &str) -> Option<String> {
        let sym = self.names().intern(name);
        if let Some(loc) = self.elab.env.peek_val(sym).and_then(|val| self.elab.core.val_loc(val)) {
            // The user's own.
            self.elab.library.file_of(loc.source)?;
        }
        let member = |member: &&&str| {
            let own = member.split_once(' ').map_or(**member, |(own, _)| own);
            own == name
        };
        let found = top_level::VALUES.iter().find_map(|(structure, members, _)| {
            let found = members.iter().find(member)?;
            Some((*structure, found.split_once(' ').map_or(*found, |(_, behind)| behind)))
        });
        let operators = || top_level::FILES[0].values.contains(&name).then_some((OPERATORS, name));
        if let Some((structure, member)) = found.or_else(operators) {
            let shown = SHOWN.iter().find(|(own, _)| *own == structure);
            return self.documentation(&[shown.map_or(structure, |(_, shown)| shown), member]);
        }
        if self.elab.env.peek_structure(sym).is_some() {
            return None;
        }
        let source = self.elab.library.part(crate::Namespace::Structure, sym);
        let source = source.and_then(|_| self.elab.library.source_of(sym))?;
        let file = self.elab.library.file_of(source)?;
        let text = top_level::FILES[file].text.strip_prefix(b"(*")?;
        let end = text.windows(2).position(|two| two == b"*)")?;
        sentence(&text[..end])
    }
}

impl Elab {
    /// The place at which a member of a structure is specified or declared.
    fn specified(&mut self, structure: StrId, sym: Sym) -> Option<Loc> {
        let env = self.contents(self.core.root(structure));
        if let Some(val) = env.vals.get(sym) {
            return self.core.val_loc(val);
        }
        if let Some(tystr) = env.types.get(sym) {
            return match tystr.fun {
                TyFun::Con(tycon) => self.core.program.tycons[tycon].loc,
                TyFun::Alias(_) => None,
            };
        }
        let inner = env.strs.get(sym)?;
        self.core.entities.str_locs.get(&inner).copied()
    }

    /// The text of the library at a place in it.
    fn library_text(&self, loc: Loc) -> Option<(&'static [u8], usize)> {
        let file = self.library.file_of(loc.source)?;
        Some((top_level::FILES[file].text, loc.span.start))
    }
}

/// The comment with two stars at the end of a text, before the words that begin a specification.
fn comment_before(text: &[u8]) -> Option<&[u8]> {
    let mut text = text.trim_ascii_end();
    // Parameters of a type stand between the word and the name.
    while !WORDS.iter().any(|word| text.ends_with(word.as_bytes())) {
        let start = text.iter().rposition(|byte| byte.is_ascii_whitespace())?;
        let part = &text[start + 1..];
        if !part.contains(&b'\'') {
            return None;
        }
        text = text[..start].trim_ascii_end();
    }
    let start = text.iter().rposition(|byte| byte.is_ascii_whitespace())?;
    let comment = text[..start].trim_ascii_end().strip_suffix(b"*)")?;
    let start = comment.windows(2).rposition(|two| two == b"(*")?;
    comment[start..].strip_prefix(b"(**")
}

/// The first sentence of a comment, on one line, with backquotes in place of outer brackets.
fn sentence(comment: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(comment).ok()?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut sentence, mut depth) = (String::new(), 0u32);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match c {
            '[' if depth == 1 => sentence.push('`'),
            ']' if depth == 0 => sentence.push('`'),
            c => sentence.push(c),
        }
        if c == '.' && depth == 0 && rest.peek() == Some(&' ') {
            break;
        }
    }
    (!sentence.is_empty()).then_some(sentence)
}
