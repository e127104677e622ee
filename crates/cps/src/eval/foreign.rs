//! Calls of foreign functions that the module defines: operations that return.

use super::frame::Proc;
use super::{Run, Step, Val};
use crate::Fun;
use values::{Ending, Results};

impl<'m> Run<'m, '_> {
    /// Runs the code of a foreign function, which returns.
    pub(super) fn run_foreign(
        &mut self,
        fun: &'m Fun,
        args: Vec<Val<'m>>,
    ) -> Step<Results<Proc<'m>>> {
        let (frame, body, return_k) = (self.frame.clone(), self.body, self.return_k);
        self.enter_fun(fun, None, args, Proc::Done)?;
        let ending = self.run();
        if ending != Ending::Done {
            return Err(ending);
        }
        (self.frame, self.body, self.return_k) = (frame, body, return_k);
        Ok(Results::many(std::mem::take(&mut self.returned)))
    }
}
