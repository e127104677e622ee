//! The mistakes that are made first: what to say about them, and how to read on.
//!
//! After a binding that cannot be read, reading goes on with what begins the next line, or after the
//! braces that the binding opened. Its variables count as bound, so that nobody is told that they
//! are unknown. If braces do not match there is no telling where anything ends, and only the first
//! error is reported.

use super::Parser;
use crate::{Atom, Let, Op, Tail};
use base::{LocatedError, Span};
use prim::text::is_constant;
use prim::{Const, DATA_FORMS, Data, Prim};
use text::{Read, Tok, nearest, unescape};
use types::TyId;

/// The words that begin an item.
const ITEMS: [&str; 10] =
    ["pos", "type", "sum", "global", "foreign", "import", "export", "define", "fun", "entry"];

/// The words that begin a tail.
const TAILS: [&str; 9] =
    ["ret", "tailcall", "jump", "if", "switch", "case", "raise", "throw", "unreachable"];

/// The place of a variable that is bound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binder {
    /// `x: ty = ...`
    Alone,
    /// `(x: ty, ...)`
    InParentheses,
}

/// A part of a body.
pub(super) enum Node {
    Let(Let),
    Tail(Tail),
}

/// The error for what begins no item.
pub(super) fn unknown_item(word: &str, span: Span) -> LocatedError {
    let label = format!("found `{word}`");
    let error = LocatedError::new(span, "expected a declaration or a function", label);
    match (word, nearest(word, ITEMS)) {
        ("fn" | "function" | "def" | "func", _) => error.with_hint("a function begins with `fun`"),
        (_, Some(near)) => error.with_hint(format!("did you mean `{near}`?")),
        (_, None) => error,
    }
}

impl<'s> Parser<'s, '_> {
    /// Reads something; if it is wrong, reports that and goes behind it.
    pub(super) fn recover<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<Option<T>> {
        let (start, depth) = (self.cursor.span().start, self.cursor.depth());
        let scopes = self.names.depth();
        match read(self) {
            Ok(read) => Ok(Some(read)),
            Err(error) => {
                if !self.outline.complete || self.cursor.is_tired() {
                    return Err(error);
                }
                self.cursor.report(error);
                self.cursor.leave_to(depth);
                self.names.leave_to(scopes);
                self.bind_broken(start);
                self.cursor.skip_to_line(start);
                Ok(None)
            }
        }
    }

    /// Goes to the next word that begins an item on its line.
    pub(super) fn skip_to_item(&mut self) {
        let is_item = |word: &str| ITEMS.contains(&word);
        while !self.cursor.at(Tok::End) {
            if self.cursor.on_new_line() && self.cursor.word().is_some_and(is_item) {
                return;
            }
            if !self.cursor.skip_block(self.outline) {
                self.cursor.bump();
            }
        }
    }

    /// Binds the variables of what begins here and could not be read.
    fn bind_broken(&mut self, start: usize) {
        let end = self.cursor.span();
        self.cursor.seek(start);
        let unknown = self.types.i64();
        let mut behind_word = false;
        while self.cursor.span().start < end.start {
            let span = self.cursor.span();
            let Tok::Name(text) = self.cursor.bump() else { continue };
            if behind_word || matches!(self.cursor.peek(), Tok::Colon | Tok::Equal) {
                self.bind(text, span, unknown);
                self.unsure.insert(unescape(text).into());
            }
            if behind_word || self.cursor.at(Tok::Equal) {
                break;
            }
            behind_word = matches!(text, "fun" | "join" | "cont" | "import");
        }
        self.cursor.seek(end.start);
    }

    /// True if an operand is a variable whose binding could not be read.
    pub(super) fn is_unsure(&self, atom: &Atom) -> bool {
        let Atom::Var(var) = atom else { return false };
        self.names.info(*var).is_some_and(|info| self.unsure.contains(&info.name))
    }

    /// Takes `let`, which other languages begin a binding with.
    pub(super) fn extra_word(&mut self) {
        let Some(word @ ("let" | "val" | "var" | "const" | "def")) = self.cursor.word() else {
            return;
        };
        if matches!(self.cursor.peek_next(), Tok::Name(_) | Tok::Open) {
            let label = format!("`{word}` is no word of ANF");
            let error = LocatedError::new(self.cursor.span(), "expected a variable", label);
            let hint = "a binding begins with its variable: `x: i64 = ...`";
            self.cursor.report(error.with_hint(hint));
            self.cursor.bump();
        }
    }

    /// The type of a variable behind which no type stands. What is there instead may be read on.
    pub(super) fn no_type(&mut self, text: &'s str, binder: Binder) -> Read<TyId> {
        let error = self.cursor.unexpected("`:` and a type");
        let unknown = self.types.i64();
        if self.cursor.at(Tok::Equal) {
            self.unsure.insert(unescape(text).into());
            if binder == Binder::Alone {
                let hint = format!("a binding says its type: `{text}: i64 = ...`");
                self.cursor.report(error.with_hint(hint));
                return Ok(unknown);
            }
            let hint = format!("the type stands behind a colon: `{text}: i64`");
            self.cursor.report(error.with_hint(hint));
            self.cursor.bump();
            return self.ty();
        }
        if binder == Binder::InParentheses {
            return Err(error.with_hint(format!("say the type: `{text}: i64`")));
        }
        if is_operation(text) {
            return Err(error.with_hint(format!(
                "an operation is bound, also if it gives nothing: `() = {text} ...`"
            )));
        }
        if self.names.lookup(text).is_some() {
            return Err(error.with_hint(format!(
                "a call is bound, also if it gives nothing: `() = call {text} ...`"
            )));
        }
        Err(match nearest(text, TAILS.into_iter().chain(["return"])) {
            Some("return") => error.with_hint("write `ret`"),
            Some(near) => error.with_hint(format!("did you mean `{near}`?")),
            None => error,
        })
    }

    /// Results of a function, from `->` on.
    pub(super) fn results(&mut self) -> Read<Vec<TyId>> {
        let hint = "a function says its results: `fun f(x: i64) -> (i64)`, `fun g() -> ()`";
        if !self.cursor.eat(Tok::Arrow) {
            let error = self.cursor.unexpected("`->`").with_hint(hint);
            let tok = self.cursor.peek();
            let instead = matches!(tok, Tok::Colon | Tok::Equal | Tok::FatArrow);
            if !instead && !matches!(tok, Tok::Open | Tok::Name(_) | Tok::OpenBrace) {
                return Err(error);
            }
            self.cursor.report(error);
            if tok == Tok::OpenBrace {
                return Ok(Vec::new());
            }
            if instead {
                self.cursor.bump();
            }
        } else if matches!(self.cursor.peek(), Tok::Name(_)) {
            let error = self.cursor.unexpected("`(`");
            self.cursor.report(error.with_hint(hint));
        }
        if let Tok::Name(_) = self.cursor.peek() {
            return Ok(vec![self.ty()?]);
        }
        self.reader.tys(&mut self.cursor, &mut self.types)
    }

    /// The operation that is meant where none stands: to bind a constant or a variable, or to call.
    pub(super) fn no_operation(&mut self) -> Option<Op> {
        let span = self.cursor.span();
        let next = self.cursor.peek_next();
        if is_constant(self.cursor.peek()) {
            let error = self.cursor.unexpected("an operation");
            self.cursor.report(error.with_hint("a constant is bound by `copy`: `x: i64 = copy 5`"));
            return Some(Data::Copy.into());
        }
        let text = self.cursor.word().filter(|text| !is_operation(text))?;
        let var = self.names.lookup(text)?;
        let error = LocatedError::new(span, "expected an operation", format!("found `{text}`"));
        let info = self.names.info(var)?;
        let is_fun = matches!(self.types.get(info.ty), types::Ty::Fun(..)) || next == Tok::Open;
        self.cursor.report(if is_fun {
            error.with_hint(format!("a function is called by `call {text} x ...`"))
        } else {
            error.with_hint(format!("a variable is bound by `copy`: `copy {text}`"))
        });
        if is_fun {
            self.cursor.bump();
        }
        Some(Data::Copy.into())
    }

    /// True if a name is no operand: it begins the next binding, or something on a line of its own
    /// that was meant to be one.
    pub(super) fn begins_binding(&self, text: &str) -> bool {
        let bound = matches!(self.cursor.peek_next(), Tok::Colon | Tok::Equal);
        bound || self.cursor.on_new_line() && self.names.lookup(text).is_none()
    }

    /// True if a parenthesis opens where an operand may stand, and does not begin the next binding.
    pub(super) fn is_nested(&self) -> bool {
        if !self.cursor.at(Tok::Open) || self.cursor.on_new_line() {
            return false;
        }
        let next = self.cursor.peek_third();
        if self.cursor.peek_next() == Tok::Close { next != Tok::Equal } else { next != Tok::Colon }
    }

    /// Passes over an operand that is not a variable or a constant.
    pub(super) fn nested_operand(&mut self) -> Read<Atom> {
        let start = self.cursor.span();
        let (mut depth, mut inside) = (0usize, 0usize);
        loop {
            inside += 1;
            let tok = self.cursor.peek();
            if matches!(tok, Tok::OpenBrace | Tok::CloseBrace | Tok::End | Tok::Bad) {
                return Err(self.cursor.unexpected("`)`"));
            }
            if tok == Tok::Open {
                depth += 1;
            } else if tok == Tok::Close {
                depth -= 1;
            }
            self.cursor.bump();
            if depth == 0 {
                break;
            }
        }
        // The parentheses count.
        let (label, hint) = match inside {
            2 => ("there is nothing in these", "what takes nothing is written without operands"),
            3 => ("these parentheses are not wanted", "write the operand without parentheses"),
            _ => ("this has no name", "bind it before, `x: i64 = ...`, and write `x` here"),
        };
        let title = "operand is not a variable or a constant";
        let error = LocatedError::new(self.cursor.since(start), title, label);
        self.cursor.report(error.with_hint(hint));
        Ok(Atom::Const(Const::i64(0)))
    }

    /// Reads `return` as `ret`.
    pub(super) fn returns(&mut self, word: &'s str) -> &'s str {
        if word != "return" {
            return word;
        }
        let error = self.cursor.unexpected("a binding or `ret`");
        self.cursor.report(error.with_hint("write `ret`"));
        "ret"
    }

    /// The error for a body that ends without a tail.
    pub(super) fn no_tail(&mut self) -> LocatedError {
        let closes = self.cursor.at(Tok::CloseBrace);
        let error = self.cursor.unexpected("a binding or `ret`");
        if closes {
            return error.with_hint("a body ends with `ret` and its results, or with another tail");
        }
        error
    }

    /// Passes over what stands after a tail.
    pub(super) fn after_tail(&mut self, tail: &Tail) -> Read<()> {
        if self.cursor.at(Tok::CloseBrace) || !self.outline.complete {
            return Ok(());
        }
        let error = self.cursor.unexpected("`}`");
        let hint = match tail {
            Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => {
                "this follows a branch, which ends its body: put it into a join point, and `jump` there"
            }
            Tail::Ret(_)
            | Tail::TailCall { .. }
            | Tail::Jump { .. }
            | Tail::Raise { .. }
            | Tail::Throw { .. }
            | Tail::Unreachable => "a tail ends its body: nothing follows it",
        };
        self.cursor.report(error.with_hint(hint));
        self.cursor.skip_to_close();
        Ok(())
    }
}

/// True if an operation is called so.
fn is_operation(text: &str) -> bool {
    // The type that belongs to a name stands behind it: `project[TY]`.
    let word = |name: &'static str| name.split('[').next().unwrap_or(name);
    let data = DATA_FORMS.iter().chain(crate::OWN_FORMS).any(|form| word(form.name()) == text);
    data || Prim::by_name(text).is_some()
}
