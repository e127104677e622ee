//! Backtraces, and what a program asks about them.

use super::frame::Proc;
use super::{Run, Step, Val, stuck};
use crate::{Atom, Var};
use base::Pos;
use host::trace::Trace;
use values::Value;

impl<'m> Run<'m, '_, '_> {
    /// The lines of a backtrace from an origin.
    pub(super) fn trace(&self, origin: &Val<'m>) -> Vec<String> {
        let Value::Code(Proc::Origin(origin)) = origin else { return Vec::new() };
        let mut trace = Trace::default();
        let mut show = |pos: Pos, code: usize| {
            let name = &self.module.vars[self.plan.fun(code).fun.name].name;
            values::trace::show(&self.module.positions, pos, name, &mut trace);
        };
        show(origin.pos, origin.code);
        let mut next = origin.k.as_ref();
        while let Some(node) = next {
            if let Some(act) = &node.act {
                show(node.pos, act.code);
            }
            next = node.link.as_ref();
        }
        trace.lines()
    }

    /// `exn.note` and `exn.history`.
    pub(super) fn history(&mut self, dst: &'m [Var], atoms: &'m [Atom]) -> Step<()> {
        let mut args = self.values(atoms)?.into_iter();
        match (args.next(), args.next(), dst) {
            (Some(exn), Some(origin), []) => self.noted = Some((exn, origin)),
            (Some(exn), None, [dst]) => {
                let lines = match &self.noted {
                    Some((noted, origin)) if noted.same(&exn) => self.trace(origin),
                    Some(_) | None => Vec::new(),
                };
                self.set(*dst, Value::str(lines.join("\n").as_bytes()))?;
            }
            _ => return stuck("a history of no exception"),
        }
        Ok(())
    }
}
