//! The infix identifiers. Fixity is lexical: a directive holds from where it stands to
//! the end of the scope that it stands in.

use crate::ast::Fixity;
use crate::names::{Names, Sym, index};
use base::EntityId;

/// The fixity of every identifier, and the record by which a scope is left.
#[derive(Clone, Default, Debug)]
pub struct FixityEnv {
    /// By symbol; symbols beyond its end are nonfix.
    table: Vec<Fixity>,
    /// The fixities that the directives of the open scopes replaced.
    replaced: Vec<(Sym, Fixity)>,
}

/// The top-level environment of the Basis Library.
const BASIS: &[(Fixity, &[&str])] = &[
    (Fixity::Left(7), &["*", "/", "div", "mod"]),
    (Fixity::Left(6), &["+", "-", "^"]),
    (Fixity::Right(5), &["::", "@"]),
    (Fixity::Left(4), &["=", "<>", ">", ">=", "<", "<="]),
    (Fixity::Left(3), &[":=", "o"]),
    (Fixity::Left(0), &["before"]),
];

impl FixityEnv {
    /// No identifier is infix.
    pub fn new() -> FixityEnv {
        FixityEnv::default()
    }

    /// The top-level environment of the Basis Library.
    pub fn basis(names: &mut Names) -> FixityEnv {
        let mut env = FixityEnv::new();
        for (fixity, operators) in BASIS {
            for operator in *operators {
                env.set(names.intern(operator), *fixity);
            }
        }
        env.settle();
        env
    }

    /// The fixity of an identifier.
    pub fn get(&self, sym: Sym) -> Fixity {
        self.table.get(index(sym)).copied().unwrap_or(Fixity::Nonfix)
    }

    /// Follows a directive.
    pub fn set(&mut self, sym: Sym, fixity: Fixity) {
        let at = index(sym);
        if at >= self.table.len() {
            self.table.resize(at + 1, Fixity::Nonfix);
        }
        self.replaced.push((sym, self.table[at]));
        self.table[at] = fixity;
    }

    /// Begins a scope.
    pub(super) fn enter(&self) -> usize {
        self.replaced.len()
    }

    /// Ends the scope that began there: its directives hold no longer.
    pub(super) fn leave(&mut self, scope: usize) {
        for (sym, fixity) in self.replaced.drain(scope..).rev() {
            self.table[index(sym)] = fixity;
        }
    }

    /// Ends the scope that began at `scope`, but keeps the directives since `inner`, which
    /// stand in the second part of `local`.
    pub(super) fn leave_local(&mut self, scope: usize, inner: usize) {
        let kept: Vec<(Sym, Fixity)> =
            self.replaced[inner..].iter().map(|&(sym, _)| (sym, self.get(sym))).collect();
        self.leave(scope);
        for (sym, fixity) in kept {
            self.set(sym, fixity);
        }
    }

    /// All infix identifiers.
    pub fn all(&self) -> impl Iterator<Item = (Sym, Fixity)> + '_ {
        let infix = self.table.iter().enumerate().filter(|(_, is)| **is != Fixity::Nonfix);
        infix.map(|(at, is)| (Sym::from_index(at), *is))
    }

    /// The directives at the top level of the last text, the last one of a name last.
    pub fn directives(&self) -> impl Iterator<Item = (Sym, Fixity)> + '_ {
        self.replaced.iter().map(|&(sym, _)| (sym, self.get(sym)))
    }

    /// Takes the directives of the last text back.
    pub fn forget_last(&mut self) {
        self.leave(0);
    }

    /// Makes the directives so far permanent.
    pub(super) fn settle(&mut self) {
        self.replaced.clear();
    }
}
