//! The functional interpreter: binding is scoped, and a local function sees the
//! values of its definition.
//!
//! A local function is in scope where it is jumped to, so what has been bound
//! since its definition is bound further in: to have its environment back is to
//! undo these bindings. Every binding therefore writes down what it covers, a
//! definition remembers how much is written down, and a jump undoes the rest
//! (IL's rule APP, which rewinds to the environment of the closure). A binding
//! costs a constant, and a loop does not grow: each round undoes the one before.

use crate::Unit;
use crate::machine::{self, FlowValue, Reading, Registers, Run};
use host::Host;

#[cfg(test)]
mod tests;

/// Runs a unit from its entry in the functional reading.
pub fn eval(unit: &Unit, host: &mut dyn Host) -> Run {
    eval_steps(unit, host, u64::MAX)
}

/// The same, for at most this many jumps and transfers.
pub fn eval_steps(unit: &Unit, host: &mut dyn Host, max_steps: u64) -> Run {
    machine::run::<Functional>(unit, host, max_steps)
}

#[derive(Default)]
struct Functional {
    /// The register of each binding, and the value that the binding has shadowed.
    covered: Vec<(u32, Option<FlowValue>)>,
    /// The length of `covered` where the function with each body was defined.
    defined: Vec<usize>,
}

impl Reading for Functional {
    fn enter(&mut self, bodies: usize) {
        self.covered.clear();
        self.defined.clear();
        self.defined.resize(bodies, 0);
    }

    #[inline]
    fn assign(&mut self, registers: &mut Registers, register: u32, value: FlowValue) {
        let covered = registers[register as usize].replace(value);
        self.covered.push((register, covered));
    }

    fn define(&mut self, body: u32) {
        self.defined[body as usize] = self.covered.len();
    }

    fn jump(&mut self, registers: &mut Registers, body: u32) {
        let keep = self.defined[body as usize];
        for (register, covered) in self.covered.drain(keep..).rev() {
            registers[register as usize] = covered;
        }
    }
}
