//! The number of uses of each variable, by the way in which it is used.

use base::SecondaryMap;
use cps::walk::Use;
use cps::{Module, Var};

/// The uses of a variable, by their kind.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    /// Uses as an operand; that a function is a root is counted here.
    pub values: u32,
    /// Uses as the function of a call.
    pub calls: u32,
    /// Uses as the continuation of a call.
    pub returns: u32,
    /// Uses as the target of a jump.
    pub jumps: u32,
    /// Uses as a handler, and captures.
    pub pinned: u32,
}

impl Count {
    /// A function with exactly one use, a call.
    pub(crate) fn called_once(self) -> bool {
        self.calls == 1 && self.values == 0
    }

    /// A continuation with exactly one use, a jump.
    pub(crate) fn jumped_once(self) -> bool {
        self.jumps == 1 && self.returns == 0 && self.pinned == 0
    }

    /// A continuation all of whose uses are jumps.
    pub(crate) fn only_jumped(self) -> bool {
        self.returns == 0 && self.pinned == 0
    }

    /// A function all of whose uses are calls.
    pub(crate) fn only_called(self) -> bool {
        self.values == 0
    }

    /// All uses.
    pub(crate) fn real(self) -> u32 {
        self.values + self.calls + self.returns + self.jumps + self.pinned
    }

    pub(crate) fn add(&mut self, how: Use) {
        match how {
            Use::Value => self.values += 1,
            Use::Callee => self.calls += 1,
            Use::Return => self.returns += 1,
            Use::Jump => self.jumps += 1,
            Use::Handler | Use::Capture => self.pinned += 1,
        }
    }
}

/// The uses of every variable of a module.
pub(crate) type Census = SecondaryMap<Var, Count>;

/// Counts all uses.
pub(crate) fn census(module: &Module) -> Census {
    let mut counts = Census::new();
    for fun in &module.funs {
        fun.body.each_use(&mut |v, how| counts[v].add(how));
    }
    module.roots().for_each(|v| counts[v].values += 1);
    counts
}
