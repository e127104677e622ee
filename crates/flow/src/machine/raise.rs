//! Exceptions: what a handler is given, and backtraces.

use super::FlowCode;
use super::code::Operand;
use super::engine::{Engine, Go, Next};
use super::{FlowValue, Reading, memory};
use crate::ClusterKind;
use base::{EntityId, Pos};
use host::interrupt;
use host::trace::Trace;
use values::{Desc, Results, Value};

const SITE: u32 = abi::word::SITE as u32;
const RAISED: u32 = abi::word::RAISED as u32;
const LINK: u32 = abi::word::LINK as u32;

impl<R: Reading> Engine<'_, '_, R> {
    /// Raises an exception here, or once more where it has an origin.
    pub(super) fn raise_inst(&mut self, exn: Operand, origin: Option<Operand>) -> Go<Next> {
        let exn = self.get(exn)?.clone();
        let origin = match origin {
            Some(origin) => {
                let origin = self.get(origin)?;
                [memory::load(origin, SITE)?, memory::load(origin, RAISED)?]
            }
            None => self.here(),
        };
        self.raise(exn, origin)
    }

    /// `exn.note` and `exn.history`.
    pub(super) fn history(&mut self, args: &[FlowValue]) -> Go<Results<FlowCode>> {
        if let [exn, origin] = args {
            self.noted = Some((exn.clone(), origin.clone()));
            return Ok(Results::none());
        }
        let lines = match (&self.noted, args) {
            (Some((noted, origin)), [exn]) if noted.same(exn) => {
                self.trace(&memory::load(origin, SITE)?, &memory::load(origin, RAISED)?)
            }
            _ => Vec::new(),
        };
        Ok(Results::one(Value::str(lines.join("\n").as_bytes())))
    }

    /// This place: what runs, and the return of the function around.
    pub(super) fn here(&self) -> [FlowValue; 2] {
        let code = self.program.clusters.get(self.cluster);
        let pos = code.and_then(|code| code.places.get(self.at)).copied().unwrap_or_default();
        let around = self.around.clone();
        [Value::Ptr(pos.0.into()), around.unwrap_or(Value::Imm(abi::NULL_IMMEDIATE))]
    }

    /// Goes on with the current handler.
    pub(super) fn raise(&mut self, exn: FlowValue, origin: [FlowValue; 2]) -> Go<Next> {
        let handler = match interrupt::asked() {
            true => Value::obj(Desc::Code(FlowCode::Uncaught), Vec::new()),
            false => self.handler.clone(),
        };
        let wanted = match memory::code(&handler)? {
            FlowCode::Cluster(id) => {
                self.program.clusters.get(id.index()).map_or(1, |cluster| cluster.params.len())
            }
            FlowCode::Halt | FlowCode::Uncaught => 3,
        };
        self.passed.clear();
        self.passed.push(exn);
        self.passed.extend(origin);
        self.passed.truncate(wanted.max(1));
        self.throw(handler)
    }

    /// The lines of a backtrace from a place and a continuation.
    pub(super) fn trace(&self, place: &FlowValue, continuation: &FlowValue) -> Vec<String> {
        let positions = &self.unit.positions;
        let mut trace = Trace::default();
        if let Value::Ptr(pos) = place {
            values::trace::show(positions, Pos(*pos as u32), "", &mut trace);
        }
        let handlers = self.unit.handlers_on_stack();
        let mut frame = continuation.clone();
        while let Ok(FlowCode::Cluster(id)) = memory::code(&frame) {
            let Some(cluster) = self.unit.clusters.get(id) else { break };
            if !handlers.contains(&id) {
                values::trace::show(positions, cluster.pos, &cluster.function, &mut trace);
            }
            match memory::load(&frame, LINK) {
                Ok(link) if cluster.kind == ClusterKind::Cont => frame = link,
                Ok(_) | Err(_) => break,
            }
        }
        trace.lines()
    }
}
