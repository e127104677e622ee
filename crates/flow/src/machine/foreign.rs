//! Calls of foreign functions: of the few that interpreters know, and of those that the unit
//! defines.

use super::engine::{Engine, Go, Next};
use super::memory;
use super::{FlowCode, FlowValue, Reading};
use crate::{ClusterId, FlowOp, Kind};
use types::ForeignId;
use values::{Desc, Results, Value};

impl<R: Reading> Engine<'_, '_, R> {
    /// Calls a foreign function.
    pub(super) fn foreign(
        &mut self,
        foreign: ForeignId,
        args: &[FlowValue],
    ) -> Go<Results<FlowCode>> {
        if let Some(code) = self.program.defined.get(&foreign) {
            return self.run_foreign(*code, args.to_vec()).map(Results::many);
        }
        let results: &[Kind] =
            self.unit.foreigns.get(foreign).map_or(&[], |foreign| &foreign.results);
        let op = FlowOp::Foreign(foreign);
        memory::eval(&mut self.machine, &mut self.types, results, &op, args)
    }

    /// Runs the code of a foreign function, which returns.
    fn run_foreign(&mut self, code: ClusterId, args: Vec<FlowValue>) -> Go<Vec<FlowValue>> {
        let registers = std::mem::take(&mut self.registers);
        let reading = std::mem::take(&mut self.reading);
        let (cluster, at, around) = (self.cluster, self.at, self.around.take());
        self.passed = args;
        let halt = Value::obj(Desc::Code(FlowCode::Halt), Vec::new());
        let mut next = self.enter(code, None, Some(halt), false)?;
        let results = loop {
            match next {
                Next::Entered => next = self.run_cluster()?,
                Next::End(_, results) => break results,
            }
        };
        (self.registers, self.reading) = (registers, reading);
        (self.cluster, self.at, self.around) = (cluster, at, around);
        Ok(results)
    }
}
