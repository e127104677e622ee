//! The imperative interpreter: a variable is a register of its cluster's
//! activation, binding is assignment, and a jump is a goto with parallel
//! assignment to the parameters.

use crate::Unit;
use crate::machine::{self, FlowValue, Reading, Registers, Run};
use host::Host;

/// Runs a unit from its entry in the imperative reading.
pub fn eval_imperative(unit: &Unit, host: &mut dyn Host) -> Run {
    eval_imperative_steps(unit, host, u64::MAX)
}

/// The same, for at most this many jumps and transfers.
pub fn eval_imperative_steps(unit: &Unit, host: &mut dyn Host, max_steps: u64) -> Run {
    machine::run::<Imperative>(unit, host, max_steps)
}

#[derive(Default)]
struct Imperative;

impl Reading for Imperative {
    fn enter(&mut self, _bodies: usize) {}

    #[inline]
    fn assign(&mut self, registers: &mut Registers, register: u32, value: FlowValue) {
        registers[register as usize] = Some(value);
    }

    fn define(&mut self, _body: u32) {}

    #[inline]
    fn jump(&mut self, _registers: &mut Registers, _body: u32) {}
}
