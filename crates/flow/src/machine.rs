//! The parts that the two interpreters share: the engine that runs compact code, and
//! the effects of operations on memory.
//!
//! ```text
//! code    clusters as sequences of instructions with numbered registers
//! engine  the loop: operations, jumps inside a cluster, transfers between clusters
//! raise   what handlers are given, and backtraces
//! memory  records, closures, frames and arrays as values of `prim`
//! ```
//! The readings differ in one thing, which is a parameter of the engine: what
//! becomes of the registers when a variable is bound, a local function defined
//! and a local function jumped to ([`Reading`]).
//!
//! Every transfer is a tail call, so the engine is a loop and takes no stack.

mod any;
mod code;
mod engine;
mod foreign;
mod memory;
mod raise;

pub(crate) use engine::run;

use values::{Code, Ending, Value};

/// Word 0 of a closure or frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlowCode {
    /// The code of a cluster.
    Cluster(crate::ClusterId),
    /// Of the outermost continuation: ends the program.
    Halt,
    /// Of the outermost handler: ends the program.
    Uncaught,
}

impl Code for FlowCode {
    fn unlink(self, _values: &mut Vec<Value<FlowCode>>) {}

    fn same(&self, other: &FlowCode) -> bool {
        self == other
    }
}

/// A value of Flow.
pub type FlowValue = Value<FlowCode>;

/// The outcome of a run of a unit.
#[derive(Debug)]
pub struct Run {
    /// Its ending.
    pub ending: Ending,
    /// The values that the entry returned: none, but for programs in IL's manner.
    pub results: Vec<FlowValue>,
    /// The number of heap checks that were met.
    pub checks: u64,
    /// The number of jumps and transfers that were made.
    pub steps: u64,
}

/// The registers of an activation; nothing in one that has not been set.
pub(crate) type Registers = Vec<Option<FlowValue>>;

/// The steps in which the functional and the imperative reading differ.
pub(crate) trait Reading: Default {
    /// A cluster with this many bodies is entered.
    fn enter(&mut self, bodies: usize);
    /// A variable is bound.
    fn assign(&mut self, registers: &mut Registers, register: u32, value: FlowValue);
    /// The local function with this body is defined.
    fn define(&mut self, body: u32);
    /// The local function with this body is jumped to; the arguments are
    /// bound afterwards.
    fn jump(&mut self, registers: &mut Registers, body: u32);
}
