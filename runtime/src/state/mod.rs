//! The runtime's state: what its processors share, and what each has for itself.
//!
//! Compiled code has the address of a vproc, which is that of its [`Processor`] and leads to the
//! [`State`]. A runtime function works on a [`Cx`]: its own processor and what is shared. What
//! concerns every processor (a collection, the counters, the end of the program) takes the
//! whole state.

mod call;
mod cx;
mod ending;
mod processor;
mod request;
mod shared;
mod stores;
mod turns;
mod watch;

pub(crate) use call::Call;
pub(crate) use cx::Cx;
pub(crate) use ending::{Ending, LastWords};
pub(crate) use processor::{Local, Processor, Processors};
pub(crate) use request::{Request, Requests, overflow, signal};
pub(crate) use shared::Shared;
pub use watch::{Known, Watched, Watcher};

use crate::collect::Statistics;
use crate::config::Config;
use crate::cont::safe_point;
use crate::stack;
use abi::VProc;
use faults::Fault;
use host::{Host, interrupt};
use std::ptr::NonNull;
use std::sync::Arc;
use std::time::Duration;

/// Everything that a runtime has.
pub(crate) struct State {
    pub(crate) shared: Shared,
    pub(crate) processors: Processors,
}

impl State {
    /// Makes a state with so many processors, at an address that stays.
    pub(crate) fn new(
        config: Config,
        host: Box<dyn Host>,
        processors: usize,
    ) -> Result<NonNull<State>, String> {
        let shared = Shared::new(config, host, processors)?;
        let state = Box::new(State { shared, processors: Processors::new(processors) });
        let mut state = NonNull::from(Box::leak(state));
        // SAFETY: the state was made above.
        let all = unsafe { state.as_mut() };
        for processor in all.processors.iter_mut() {
            all.shared.builtins.publish(&mut processor.vproc);
            processor.vproc.runtime = state.as_ptr() as u64;
            processor.vproc.window = Arc::as_ptr(&all.shared.window) as u64;
        }
        all.reset();
        Ok(state)
    }

    /// The state that a vproc belongs to.
    ///
    /// # Safety
    /// The vproc is one that a runtime made, and nobody else uses its state meanwhile.
    pub(crate) unsafe fn of<'v>(vproc: *const VProc) -> &'v mut State {
        // SAFETY: by the contract; `runtime` is the address of the state.
        unsafe { &mut *((*vproc).runtime as *mut State) }
    }

    /// Bytes allocated in the nurseries since the last collection.
    pub(crate) fn nursery_used(&self) -> usize {
        self.processors.iter().map(Processor::nursery_used).sum()
    }

    /// The counters, with what is allocated but not yet collected.
    pub(crate) fn statistics(&self) -> Statistics {
        let heap = &self.shared.heap;
        let mut stats = self.shared.stats.clone();
        stats.allocated += self.processors.iter().map(Processor::allocated).sum::<usize>() as u64;
        stats.time = self.shared.start.map_or(Duration::ZERO, |start| start.elapsed());
        stats.heap = heap.used();
        stats.heap_peak = stats.heap_peak.max(stats.heap);
        stats.nursery = heap.nursery_bytes;
        stats
    }

    /// Serves the requests to a processor, which has saved its slots.
    pub(crate) fn serve(&mut self, here: usize) {
        let Processor { local, .. } = self.processors.get_mut(here);
        stack::check(local.stack);
        let asked = local.requests.take();
        local.has_served();
        if asked.has(Request::LOOK) {
            self.look(here);
        }
        let Processor { vproc, local } = self.processors.get_mut(here);
        if asked.has(Request::SIGNAL) && interrupt::asked() {
            if self.shared.heap.lenient {
                self.processors.get_mut(here).reopen();
                return self.abandon(here, Ending::Interrupted);
            }
            let lines = safe_point(&self.shared.units, &local.frames, vproc);
            if local.turns == 0 {
                self.end(Ending::Interrupted, &lines);
            }
            local.interrupted = Some(lines);
            interrupt::heed();
        }
        if asked.has(Request::CALL) {
            local.carry_out_call(&mut *self.shared.host);
        }
        let config = &self.shared.config;
        let early = config.turns > 0 && !config.stress && local.has_room(vproc);
        if early && !asked.has(Request::COLLECT) {
            return self.count_turns(here, asked);
        }
        // A processor that is asked for nothing comes because its nursery is full.
        if asked.is_empty() || asked.has(Request::COLLECT) {
            self.collect(here);
            if std::mem::take(&mut self.shared.schedule.exhausted) {
                let heap = &self.shared.heap;
                let wanted = heap.overdrawn.saturating_sub(heap.used());
                self.abandon(here, Ending::Exhausted(wanted));
            }
        } else {
            self.processors.get_mut(here).reopen();
        }
        if self.shared.config.turns > 0 {
            return self.count_turns(here, asked);
        }
        let turn = asked.has(Request::TURN) && !faults::on(Fault::LostRequest);
        if turn || asked.has(Request::SIGNAL) {
            self.take_turns(here);
        }
    }

    /// Writes the output that waits, says why the program ends and where it was, and ends it.
    pub(crate) fn end(&mut self, ending: Ending, lines: &[String]) -> ! {
        let report = self.shared.config.stats.then(|| self.statistics());
        let Shared { host, heap, .. } = &mut self.shared;
        ending.end(&mut **host, heap, lines, report.as_ref())
    }

    /// Prints the counters, if they were asked for.
    pub(crate) fn print_statistics(&mut self) {
        if self.shared.config.stats {
            let text = self.statistics().to_string();
            // The program has ended: nobody is left to tell.
            let _ = self.shared.host.write_all(2, text.as_bytes());
        }
    }
}
