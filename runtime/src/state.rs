//! The runtime's state, reached from every vproc.

use crate::collect::roots::{Handles, Remembered};
use crate::collect::{Schedule, Statistics, nursery_limit};
use crate::config::Config;
use crate::cont::{Builtins, Described, safe_point};
use crate::fatal;
use crate::heap::{Heap, NURSERY_WORDS};
use crate::object::Object;
use crate::units::Units;
use abi::{VProc, WORD};
use host::{BuiltinExn, Host, interrupt};
use std::ptr::NonNull;
use std::time::{Duration, Instant};

/// Everything that is not a vproc's own.
pub(crate) struct State {
    pub(crate) config: Config,
    pub(crate) host: Box<dyn Host>,
    pub(crate) heap: Heap,
    /// Boxes that compiled code also points to, hence raw.
    pub(crate) vprocs: Vec<NonNull<VProc>>,
    pub(crate) remembered: Remembered,
    pub(crate) schedule: Schedule,
    pub(crate) units: Units,
    pub(crate) handles: Handles,
    pub(crate) builtins: Builtins,
    pub(crate) stats: Statistics,
    /// When a unit first ran.
    pub(crate) start: Option<Instant>,
    pub(crate) exit_code: i32,
    /// How exceptions with descriptions are shown, once there may be one.
    pub(crate) described: Option<Described>,
    /// Where the stack was when compiled code was entered; 0 if it was not.
    pub(crate) stack: usize,
    /// Have the vprocs saved their slots?
    pub(crate) at_safe_point: bool,
    /// Why the program ends, from where it is known until the outermost handler reports it.
    pub(crate) ending: Option<Ending>,
}

/// An end that no program can handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// By SIGINT.
    Interrupted,
    /// So many bytes more than the heap may have.
    Exhausted(usize),
}

impl State {
    /// The counters, with what is allocated but not yet collected.
    pub(crate) fn statistics(&self) -> Statistics {
        let mut stats = self.stats.clone();
        for vproc in &self.vprocs {
            // SAFETY: the runtime owns its vprocs.
            let vproc = unsafe { vproc.as_ref() };
            stats.allocated += vproc.alloc - vproc.nursery_base;
        }
        stats.time = self.start.map_or(Duration::ZERO, |start| start.elapsed());
        stats.heap = self.heap.used();
        stats.heap_peak = stats.heap_peak.max(stats.heap);
        stats.nursery = self.heap.nursery_bytes;
        stats
    }

    /// Writes the output that waits; gives the exit code of a program that ends with this one.
    pub(crate) fn finish(&mut self, code: i32) -> i32 {
        let Err(error) = self.host.finish() else { return code };
        // If standard error is closed, the exit code still tells.
        let _ = self.host.write_all(2, format!("kont: cannot write: {error}\n").as_bytes());
        if code == 0 { 1 } else { code }
    }

    /// Ends the program, since the heap is exhausted; says where, if that is at a safe point.
    pub(crate) fn exhausted(&mut self, bytes: usize) -> ! {
        // SAFETY: the runtime owns its vprocs.
        let place = || safe_point(&self.units, unsafe { self.vprocs[0].as_ref() });
        let lines = if self.at_safe_point { place() } else { Vec::new() };
        self.end(Ending::Exhausted(bytes), &lines)
    }

    /// Ends the program at a safe point, if it was interrupted.
    pub(crate) fn heed_interrupt(&mut self) {
        if interrupt::asked() {
            // SAFETY: the runtime owns its vprocs.
            let lines = safe_point(&self.units, unsafe { self.vprocs[0].as_ref() });
            self.end(Ending::Interrupted, &lines);
        }
    }

    /// Writes the output that waits, says why the program ends and where it was, and ends it.
    pub(crate) fn end(&mut self, ending: Ending, lines: &[String]) -> ! {
        // A further signal ends the process at once, even if the output cannot be written.
        interrupt::release();
        let _ = self.host.finish();
        match ending {
            Ending::Interrupted => {
                fatal::interrupted(lines, self.config.stats.then(|| self.statistics()).as_ref())
            }
            Ending::Exhausted(bytes) => self.heap.exhausted(bytes, lines),
        }
    }

    /// Prints the counters, if they were asked for.
    pub(crate) fn print_statistics(&mut self) {
        if self.config.stats {
            let text = self.statistics().to_string();
            // The program has ended: nobody is left to tell.
            let _ = self.host.write_all(2, text.as_bytes());
        }
    }
}

/// What a runtime function works on. Nothing moves while it exists.
pub(crate) struct Cx<'v> {
    pub(crate) vproc: &'v mut VProc,
    pub(crate) state: &'v mut State,
}

impl<'v> Cx<'v> {
    /// # Safety
    /// The vproc is one that a runtime made, and no other `Cx` of it is in use.
    pub(crate) unsafe fn new(vproc: *mut VProc) -> Cx<'v> {
        // SAFETY: by the contract; `runtime` is the address of the state.
        unsafe { Cx { vproc: &mut *vproc, state: &mut *((*vproc).runtime as *mut State) } }
    }

    /// Room for an object, none of whose words is set. Never collects.
    #[inline(always)]
    pub(crate) fn alloc(&mut self, words: usize) -> Object {
        let end = self.vproc.alloc + (words * WORD) as u64;
        if words <= NURSERY_WORDS && end <= nursery_limit(self.vproc) {
            // SAFETY: the bytes are free nursery.
            let object = unsafe { Object::at(self.vproc.alloc) };
            self.vproc.alloc = end;
            return object;
        }
        self.state.alloc_outside(self.vproc, words)
    }

    /// Ends the program from a primitive that may raise, by way of the outermost handler, which
    /// knows where that was.
    pub(crate) fn end<T: Default>(&mut self, ending: Ending) -> T {
        if self.vproc.outermost == 0 {
            self.state.end(ending, &[]);
        }
        self.state.ending = Some(ending);
        self.vproc.handler = self.vproc.outermost;
        // Which exception carries it there does not matter.
        self.raise(BuiltinExn::Size)
    }

    /// Ends the program from a primitive that may raise, if an object of so many words is too large.
    #[inline(always)]
    pub(crate) fn room_or_end(&mut self, words: usize) -> Option<()> {
        if words > NURSERY_WORDS && !self.state.heap.has_room(words * WORD) {
            self.end::<()>(Ending::Exhausted(words * WORD));
            return None;
        }
        Some(())
    }

    /// Makes the primitive raise, and gives a result that means nothing.
    pub(crate) fn raise<T: Default>(&mut self, exn: BuiltinExn) -> T {
        self.vproc.exn = self.vproc.builtin_value[exn as usize];
        T::default()
    }
}
