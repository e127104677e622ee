//! The ends that no program can handle, with what is said last.

use crate::collect::Statistics;
use crate::cont::safe_point;
use crate::fatal;
use crate::heap::{Full, Heap};
use crate::report::Report;
use crate::state::{Processor, State};
use crate::units::Units;
use abi::VProc;
use host::Host;

/// An end that no program can handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// By SIGINT.
    Interrupted,
    /// By a primitive, with a wish to the session that runs the program.
    Left,
    /// So many bytes more than the heap may have.
    Exhausted(usize),
}

impl Ending {
    /// Writes the output that waits, says why the program ends and where it was, and ends it.
    #[cold]
    pub(crate) fn end(
        self,
        host: &mut dyn Host,
        heap: &Heap,
        lines: &[String],
        report: Option<&Statistics>,
    ) -> ! {
        // A further signal ends the process at once, even if the output cannot be written.
        host::interrupt::release();
        let _ = host.finish();
        let message = self.message(heap, lines, report);
        match self {
            Ending::Interrupted => fatal::interrupted(&message),
            Ending::Left => {
                fatal::internal_error("a program has left that is not run by a session")
            }
            Ending::Exhausted(_) => fatal::heap_exhausted(&message),
        }
    }

    /// Says why a unit ends and where it was; the process goes on.
    pub(crate) fn report(self, host: &mut dyn Host, heap: &Heap, lines: &[String]) {
        if self == Ending::Left {
            return;
        }
        if self == Ending::Interrupted {
            // While the program is asked to end, nothing can be written.
            host::interrupt::settle();
        }
        let message = self.message(heap, lines, None);
        let message = match self {
            // The user knows why, and reads where.
            Ending::Interrupted => message.replacen('i', "I", 1) + "\n",
            Ending::Exhausted(_) | Ending::Left => format!("kont: {message}\n"),
        };
        // If standard error is closed, the embedder still learns how the unit ended.
        let _ = host.write_all(2, message.as_bytes());
    }

    /// The same for an embedder that says it itself.
    pub(crate) fn kept(self, heap: &Heap, places: Vec<String>) -> Option<Report> {
        let why = self.message(heap, &[], None).into_bytes();
        (self != Ending::Left).then_some(Report { why, places })
    }

    fn message(self, heap: &Heap, lines: &[String], report: Option<&Statistics>) -> String {
        match self {
            Ending::Interrupted => fatal::interrupted_text(lines, report),
            Ending::Left => String::new(),
            Ending::Exhausted(bytes) => {
                fatal::exhausted_text(heap.used(), bytes, heap.max, lines, report)
            }
        }
    }
}

impl State {
    /// Ends a program that was interrupted and has done what was to be done at its end.
    pub(crate) fn end_if_interrupted(&mut self) {
        if host::interrupt::ending() && !self.shared.heap.lenient {
            let lines = self.processors.get_mut(0).local.interrupted.take();
            self.end(Ending::Interrupted, &lines.unwrap_or_default());
        }
    }

    /// Gives up what a processor runs, which is at a safe point: it goes on with the outermost
    /// handler, which reports the ending.
    pub(crate) fn abandon(&mut self, here: usize, ending: Ending) {
        let Processor { vproc, local } = self.processors.get_mut(here);
        let lines = safe_point(&self.shared.units, &local.frames, vproc);
        if vproc.outermost == 0 {
            self.end(ending, &lines);
        }
        local.ending = Some(ending);
        local.abandoned = Some(lines);
        // The collector stub enters the code in word 0 of what it finds here. The handler takes
        // an exception and its origin, but does not look at them.
        vproc.save_clos = vproc.outermost;
        vproc.save_cont = vproc.outermost;
    }
}

/// The means to end the process if the heap has no room for the survivors. They are lent: the state
/// has the host, and gets it back.
pub(crate) struct LastWords<'s> {
    pub(crate) host: &'s mut (dyn Host + 'static),
    pub(crate) units: &'s Units,
    /// The vproc that asked for the collection. Raw, since the collector moves what it refers to.
    pub(crate) vproc: *const VProc,
    /// The counters of the collector before, if they were asked for.
    pub(crate) report: Option<&'s Statistics>,
}

impl LastWords<'_> {
    /// Ends the program, since the heap is exhausted.
    #[cold]
    pub(crate) fn exhausted(&mut self, heap: &Heap, full: Full) -> ! {
        // SAFETY: the vproc is at a safe point, and the collection goes no further.
        let processor = unsafe { &*self.vproc.cast::<Processor>() };
        let lines = safe_point(self.units, &processor.local.frames, &processor.vproc);
        Ending::Exhausted(full.bytes).end(self.host, heap, &lines, self.report)
    }
}
