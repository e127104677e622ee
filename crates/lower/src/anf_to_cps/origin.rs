//! The handlers that need the origin of an exception, the place where it was raised.
//!
//! They are those that raise it again from there; and, in a program that asks for the
//! history of an exception, all that can: they note it before anything else.

use anf::{Atom, Body, Let, Module, Op, Var};
use base::SecondaryMap;
use prim::{Prim, Rt};

/// The origins of exceptions that a module needs.
#[derive(Default)]
pub(super) struct Wanted {
    /// The variables of origins that are used.
    pub(super) origins: SecondaryMap<Var, bool>,
    /// True if the module has an `exn.history`.
    pub(super) history: bool,
}

impl Wanted {
    /// Looks over a module.
    pub(super) fn of(module: &Module) -> Wanted {
        let mut wanted = Wanted::default();
        let mut handlers = Vec::new();
        let mut work: Vec<&Body> = module.funs.iter().map(|fun| &fun.body).collect();
        while let Some(body) = work.pop() {
            for binding in &body.lets {
                binding.operands().for_each(|atom| wanted.use_atom(atom));
                work.extend(binding.bodies());
                match binding {
                    Let::Op { op, .. } => {
                        wanted.history |= *op == Op::Prim(Prim::Rt(Rt::ExnHistory));
                    }
                    Let::Handle { origin, .. } => handlers.extend(origin),
                    Let::Call { .. } | Let::Callcc { .. } => {}
                    Let::Funs(_) | Let::Join(_) | Let::Cont(_) => {}
                }
            }
            body.tail.operands().for_each(|atom| wanted.use_atom(atom));
            work.extend(body.tail.bodies());
        }
        if wanted.history {
            handlers.into_iter().for_each(|origin| wanted.origins[origin] = true);
        }
        wanted
    }

    fn use_atom(&mut self, atom: &Atom) {
        if let Atom::Var(var) = atom {
            self.origins[*var] = true;
        }
    }
}
