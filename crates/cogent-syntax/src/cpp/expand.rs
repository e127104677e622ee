//! Macros to what they stand for.
//!
//! ```text
//! #define twice(f, x) f (f x)
//! twice(g, h 1)                   g (g h 1)
//! ```
//! Arguments are expanded before they are put in, and the result is expanded again, except for
//! the macros that it came out of: so a macro that mentions itself ends.
//!
//! The tokens of a macro's text get the place of the macro's name where it is used, and a
//! column as if they were written there on one line. Arguments keep both.

use super::{Cpp, Macro};
use crate::ast::Place;
use crate::token::{Kind, Sym, Token};
use base::Name;
use std::rc::Rc;

/// The greatest depth of macros in each other, in their texts and as arguments.
const MAX_DEPTH: u32 = 200;

/// The greatest number of tokens that the macros of a file may make.
const MAX_EXPANDED: usize = 4_000_000;

impl Cpp<'_, '_> {
    /// The macro that a token names, unless it is one of `active`.
    pub(super) fn find(&self, kind: &Kind, active: &[Name]) -> Option<Rc<Macro>> {
        let name = kind.name().filter(|name| !active.contains(name))?;
        self.macros.get(name).cloned()
    }

    /// Expands tokens. `active` are the macros that these came out of.
    pub(super) fn expand(
        &mut self,
        tokens: &[Token],
        active: &mut Vec<Name>,
        out: &mut Vec<Token>,
    ) {
        if self.depth >= MAX_DEPTH {
            self.give_up(tokens, "more than 200 macros inside each other");
        }
        self.depth += 1;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            let Some(found) = self.find(&token.kind, active) else {
                out.push(token.clone());
                continue;
            };
            let mut args = Vec::new();
            if let Some(params) = &found.params {
                let Some((written, len)) = arguments(&tokens[at..], params.len()) else {
                    out.push(token.clone());
                    continue;
                };
                at += len;
                if written.len() != params.len() {
                    self.wrong_count(token, params.len(), written.len());
                    out.push(Token { kind: Kind::Bad, ..token.clone() });
                    continue;
                }
                for arg in written {
                    let mut expanded = Vec::new();
                    self.expand(arg, active, &mut expanded);
                    args.push(expanded);
                }
            }
            let body = self.substitute(&found, token, &args);
            active.push(found.name.clone());
            self.expand(&body, active, out);
            active.pop();
        }
        self.depth -= 1;
    }

    /// The text of a macro, with the arguments of a use in it.
    fn substitute(&mut self, found: &Macro, used: &Token, args: &[Vec<Token>]) -> Vec<Token> {
        let first = found.body.first().map_or(1, |token| token.column);
        let mut body = Vec::new();
        for token in &found.body {
            let params = found.params.as_deref().unwrap_or_default();
            let name = token.kind.name();
            let param = name.and_then(|name| params.iter().position(|param| param == name));
            match param {
                Some(index) => body.extend_from_slice(&args[index]),
                None => {
                    let column = used.column.saturating_add(token.column.saturating_sub(first));
                    body.push(Token { kind: token.kind.clone(), place: used.place, column });
                }
            }
            if self.expanded + body.len() > MAX_EXPANDED {
                let label = "the macros of this file make millions of tokens";
                self.give_up(std::slice::from_ref(used), label);
                return vec![Token { kind: Kind::Bad, ..used.clone() }];
            }
        }
        self.expanded += body.len();
        body
    }

    /// There is no end to the macros: from now on there are none.
    fn give_up(&mut self, tokens: &[Token], label: &str) {
        if let (Some(token), false) = (tokens.first(), self.macros.is_empty()) {
            self.log.error(token.place, "macros expand to too much", label);
        }
        self.macros.clear();
    }

    fn wrong_count(&mut self, token: &Token, expected: usize, found: usize) {
        let place: Place = token.place;
        let title = format!("{} takes {}, not {found}", token.kind.describe(), count(expected));
        self.log.error(place, title, "this is a macro");
    }
}

/// "1 argument", "2 arguments".
fn count(number: usize) -> String {
    format!("{number} argument{}", if number == 1 { "" } else { "s" })
}

/// The arguments at the beginning of some tokens, and how many tokens they take with their
/// parentheses; none if there are no parentheses.
fn arguments(tokens: &[Token], params: usize) -> Option<(Vec<&[Token]>, usize)> {
    if !tokens.first()?.is(Sym::LParen) {
        return None;
    }
    let mut args = Vec::new();
    let (mut depth, mut start) = (0usize, 1);
    for (at, token) in tokens.iter().enumerate() {
        if token.is(Sym::LParen) {
            depth += 1;
        } else if token.is(Sym::RParen) {
            depth -= 1;
        } else if token.is(Sym::Comma) && depth == 1 {
            args.push(&tokens[start..at]);
            start = at + 1;
        }
        if depth == 0 {
            if at > 1 || params > 0 {
                args.push(&tokens[start..at]);
            }
            return Some((args, at + 1));
        }
    }
    None
}
