//! A first look over the whole source, so that reading it needs no second
//! guess: which blocks are where, which names a group of functions binds, and
//! which numbers are taken.

use crate::lex::{Lexer, Tok};
use crate::names::{MAX_GAP, split_number};
use base::Span;
use rustc_hash::FxHashMap;

/// The result of [`Outline::scan`], which stops at the first thing that is not a
/// token or not balanced; reading then meets the same fault and reports it.
#[derive(Default, Debug)]
pub struct Outline<'s> {
    /// True if the whole source was seen.
    pub complete: bool,
    /// The names after `sum` outside of blocks, in order.
    pub sums: Vec<(&'s str, Span)>,
    /// For a group of functions: where the first name stands, and all names.
    groups: FxHashMap<usize, Vec<&'s str>>,
    /// Outermost blocks: where `{` stands, and the place after its `}`.
    blocks: FxHashMap<usize, usize>,
    /// One more than the greatest number of a variable.
    pub(crate) numbers_end: usize,
    pub(crate) source_len: usize,
}

/// A `{` that is open, and the group whose member's body it is.
struct Open {
    at: usize,
    group: Option<usize>,
}

impl<'s> Outline<'s> {
    /// Looks over a source whose groups are `fun f ... { ... } and g ... { ... }`,
    /// or the same with `cont`.
    pub fn scan(source: &'s [u8]) -> Outline<'s> {
        let mut outline = Outline { source_len: source.len(), ..Outline::default() };
        outline.complete = outline.look(Lexer::new(source)).is_some();
        // Groups of one need no entry.
        outline.groups.retain(|_, names| names.len() > 1);
        outline
    }

    /// All names of the group whose first name stands at this place; none for
    /// a function alone.
    pub fn group(&self, at: usize) -> &[&'s str] {
        self.groups.get(&at).map_or(&[], Vec::as_slice)
    }

    /// The place after the outermost block that begins here.
    pub fn block_end(&self, at: usize) -> Option<usize> {
        self.blocks.get(&at).copied()
    }

    /// Gives nothing if it stopped early.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other token matters to the outline")]
    fn look(&mut self, mut lexer: Lexer<'s>) -> Option<()> {
        let limit = MAX_GAP + self.source_len;
        let mut open: Vec<Open> = Vec::new();
        // The group whose header is being read, and the one whose member just ended.
        let mut header: Option<usize> = None;
        let mut ended: Option<usize> = None;
        let mut before = Tok::End;
        loop {
            let (tok, span) = lexer.next();
            let after = ended.take();
            match tok {
                Tok::Bad => return None,
                Tok::End => return if open.is_empty() { Some(()) } else { None },
                Tok::OpenBrace => open.push(Open { at: span.start, group: header.take() }),
                Tok::CloseBrace => {
                    let block = open.pop()?;
                    ended = block.group;
                    if open.is_empty() {
                        self.blocks.insert(block.at, span.end);
                    }
                }
                Tok::Name("and") if after.is_some() => header = after,
                Tok::Name(name) => {
                    let before_word = if let Tok::Name(word) = before { word } else { "" };
                    match before_word {
                        "fun" | "cont" => {
                            header = Some(span.start);
                            self.groups.insert(span.start, vec![name]);
                        }
                        "and" => {
                            if let Some(names) = header.and_then(|at| self.groups.get_mut(&at)) {
                                names.push(name);
                            }
                        }
                        "sum" if open.is_empty() => self.sums.push((name, span)),
                        _ => {}
                    }
                    // After `=` stands an operation, as in `= get.0 x`.
                    if let (_, Some(number)) = split_number(name)
                        && number < limit
                        && before != Tok::Equal
                    {
                        self.numbers_end = self.numbers_end.max(number + 1);
                    }
                }
                _ => {}
            }
            before = tok;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_blocks_and_sums_are_found() {
        let source =
            b"sum t = a sum u fun f() { fun g() { {} } and h(x.4: i64) { } ret } fun k() {}";
        let outline = Outline::scan(source);
        assert!(outline.complete);
        assert_eq!(outline.sums.iter().map(|s| s.0).collect::<Vec<_>>(), ["t", "u"]);
        assert_eq!(outline.numbers_end, 5);
        let at = |text: &str| std::str::from_utf8(source).unwrap().find(text).unwrap();
        assert_eq!(outline.group(at("g()")), ["g", "h"]);
        assert!(outline.group(at("f()")).is_empty() && outline.group(at("k()")).is_empty());
        assert_eq!(outline.block_end(at("{ fun g")), Some(at(" fun k")));
        assert_eq!(outline.block_end(at("{ {} }")), None);
    }

    #[test]
    fn faults_stop_the_look() {
        assert!(!Outline::scan(b"fun f() { ").complete);
        assert!(!Outline::scan(b"fun f() } ").complete);
        assert!(!Outline::scan(b"fun \xff").complete);
    }
}
