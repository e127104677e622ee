//! Renaming: every binding gets a name of its own, so that later steps need not know scopes.
//!
//! The first binding of a name keeps it. Later ones get a number, `x_2`, that makes a name which
//! the program has nowhere, so a user's own `x_2` is in no danger. The functions that every program
//! has count as bound first. Here unbound names are found, all of them.
//!
//! ```text
//! Let "x" (Atom (Number 1))          Let "x" (Atom (Number 1))
//! (Let "x" (Atom (Ident "x"))   to   (Let "x_2" (Atom (Ident "x"))
//! (FC (Atom (Ident "x"))))           (FC (Atom (Ident "x_2"))))
//! ```

use crate::print::quoted;
use crate::syntax::{AExp, Body, Builtin, End, Funcall, Ident, Kind, Lam, Let, Name, Names};
use base::{LocatedError, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// Renames a program.
///
/// # Errors
/// One for each unbound name, and for each parameter that a function has twice.
pub(crate) fn rename(body: &mut Body, names: &mut Names) -> Result<(), Vec<LocatedError>> {
    let mut renamer = Renamer {
        names,
        taken: FxHashMap::default(),
        scope: FxHashMap::default(),
        undo: Vec::new(),
        errors: Vec::new(),
    };
    for builtin in Builtin::ALL {
        let name = renamer.names.intern(builtin.name().as_bytes());
        renamer.bind(name);
    }
    renamer.body(body);
    if renamer.errors.is_empty() { Ok(()) } else { Err(renamer.errors) }
}

struct Renamer<'n> {
    names: &'n mut Names,
    /// The names that are bound somewhere, and the last number that each got.
    taken: FxHashMap<Name, u32>,
    /// What names mean here.
    scope: FxHashMap<Name, Name>,
    /// What names meant before they were bound again, in order.
    undo: Vec<(Name, Option<Name>)>,
    errors: Vec<LocatedError>,
}

impl Renamer<'_> {
    /// Binds a name from here to the end of its scope; gives the new one.
    fn bind(&mut self, name: Name) -> Name {
        let new = match self.taken.get_mut(&name) {
            None => name,
            Some(last) => {
                let text = self.names.text(name).to_vec();
                self.names.fresh(&text, last)
            }
        };
        self.taken.insert(new, 1);
        self.undo.push((name, self.scope.insert(name, new)));
        new
    }

    /// Ends scopes that began when `undo` was as long as this.
    fn leave(&mut self, mark: usize) {
        for (name, before) in self.undo.drain(mark..).rev() {
            match before {
                Some(before) => self.scope.insert(name, before),
                None => self.scope.remove(&name),
            };
        }
    }

    fn name(&mut self, name: &mut Name, span: Span) {
        match self.scope.get(name) {
            Some(new) => *name = *new,
            None => {
                let label = format!("{} is bound nowhere around this", self.quoted(*name));
                self.errors.push(LocatedError::new(span, "unbound name", label));
            }
        }
    }

    fn quoted(&self, name: Name) -> String {
        quoted(self.names.text(name))
    }

    fn body(&mut self, body: &mut Body) {
        let mark = self.undo.len();
        for Let { name, rhs } in &mut body.lets {
            // A function sees its own name, anything else the older binding of it.
            if let Funcall::Atom(AExp { kind: Kind::Lam(lam), .. }) = rhs {
                *name = self.bind(*name);
                self.lam(lam);
            } else {
                self.funcall(rhs);
                *name = self.bind(*name);
            }
        }
        match &mut body.end {
            End::If(condition, then, els) => {
                self.aexp(condition);
                self.body(then);
                self.body(els);
            }
            End::Call(call) => self.funcall(call),
        }
        self.leave(mark);
    }

    fn funcall(&mut self, call: &mut Funcall) {
        match call {
            Funcall::Call(Ident { name, span }, args) => {
                self.name(name, *span);
                args.iter_mut().for_each(|arg| self.aexp(arg));
            }
            Funcall::Atom(aexp) => self.aexp(aexp),
        }
    }

    fn aexp(&mut self, aexp: &mut AExp) {
        match &mut aexp.kind {
            Kind::Ident(name) => self.name(name, aexp.span),
            Kind::Op(_, operands) => operands.iter_mut().for_each(|operand| self.aexp(operand)),
            Kind::Lam(lam) => self.lam(lam),
            Kind::Truth(_) | Kind::Number(_) | Kind::Str(_) => {}
        }
    }

    fn lam(&mut self, lam: &mut Lam) {
        let mark = self.undo.len();
        let mut seen = FxHashSet::default();
        for Ident { name, span } in &mut lam.params {
            if !seen.insert(*name) {
                let label = format!("the function has a parameter {} already", self.quoted(*name));
                self.errors.push(LocatedError::new(*span, "a parameter twice", label));
            }
            *name = self.bind(*name);
        }
        self.body(&mut lam.body);
        self.leave(mark);
    }
}
